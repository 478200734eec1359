import type { Changed } from '../../shared/endpoints/live.ts'

/** From here on naming each record costs more than reading the list again. */
const MOST_IDS = 200

/** What changed since the last time it was told: a few ids an entity, or all of it. */
export class PendingChanges {
  #ids = new Map<string, Set<number> | null>()

  get empty() {
    return this.#ids.size === 0
  }

  add(entity: string, id: number) {
    const ids = this.#ids.get(entity)
    if (ids === null) return
    if (!ids) this.#ids.set(entity, new Set([id]))
    else if (ids.size < MOST_IDS || ids.has(id)) ids.add(id)
    else this.#ids.set(entity, null)
  }

  /** Everything collected, which is then forgotten. */
  take(): Changed[] {
    const taken = [...this.#ids].map(([entity, ids]) => ({ type: 'changed' as const, entity, ids: ids && [...ids] }))
    this.#ids.clear()
    return taken
  }
}
