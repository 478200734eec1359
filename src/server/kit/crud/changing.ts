import type { Draft, Entity, Row } from '../../../shared/kit/entity.ts'
import { audit, difference } from '../audit.ts'
import type { Context } from '../context.ts'
import { hashPassword } from '../password.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Extension } from './extension.ts'
import type { Reading } from './reading.ts'
import { removeRecords } from './removal.ts'
import { type Kept, rowsOf } from './rows.ts'
import { insertRecord, updateRecord } from './writes.ts'

interface Parts<E extends Entity> {
  entity: E
  extension: Extension<E>
  reading: Reading<E>
  changed(entity: string, id: number): void
}

type Change = Readonly<Record<string, unknown>> & { id: number; version?: number | undefined }

/** How an entity's records are written. Each call is one transaction of the caller's, its audit included. */
export class Changing<E extends Entity> {
  readonly #parts: Parts<E>

  constructor(parts: Parts<E>) {
    this.#parts = parts
  }

  async create(draft: Draft<E>, context: Context): Promise<Row<E>> {
    const { entity, extension } = this.#parts
    await extension.check?.(draft, context, null)
    const id = await insertRecord(context.db, entity, draft as Kept, this.#hash)
    const row = await this.#row(id, context)
    await this.#note('create', null, row, context)
    return row
  }

  /** Refused with the record as it is when somebody else changed it after it was read. */
  async update({ id, version, ...change }: Change, context: Context): Promise<Row<E>> {
    const { entity, extension, reading } = this.#parts
    const [known] = await reading.visible([id], context, true)
    if (known === undefined) throw notFound()
    const before = await this.#row(id, context)
    if (version !== undefined && version !== before.version)
      throw new Refusal(409, 'changed_by_someone_else', { data: { current: before } })
    const asked = Object.entries(change).filter(([name, value]) => !same(before[name as keyof Row<E>], value))
    if (!asked.length) return before
    await extension.check?.({ ...before, ...change } as unknown as Draft<E>, context, before)
    await updateRecord(context.db, entity, { id, hash: this.#hash, values: Object.fromEntries(asked) })
    const after = await this.#row(id, context)
    await this.#note('update', before, after, context)
    return after
  }

  async remove(ids: readonly number[], context: Context): Promise<null> {
    const { entity, extension, reading } = this.#parts
    const known = await reading.visible(ids, context, true)
    if (known.length < new Set(ids).size) throw notFound()
    const rows = await rowsOf<Row<E> & Kept>(context.db, entity, known)
    await removeRecords(entity, known, context)
    extension.removed?.(rows, context)
    for (const row of rows) await this.#note('delete', row, null, context)
    return null
  }

  readonly #hash = (secret: string) => (this.#parts.extension.hashSecret ?? hashPassword)(secret)

  async #row(id: number, { db }: Context): Promise<Row<E>> {
    const [row] = await rowsOf<Row<E> & Kept>(db, this.#parts.entity, [id])
    if (!row) throw notFound()
    return row
  }

  async #note(action: string, before: Row<E> | null, after: Row<E> | null, context: Context): Promise<void> {
    const { entity, changed } = this.#parts
    const entity_id = Number((after ?? before)?.id)
    const change =
      before && after ? difference(before as Kept, after as Kept) : { before: before as Kept, after: after as Kept }
    await audit(context.db, context, { action, entity: entity.name, entity_id, ...change })
    context.afterCommit(() => changed(entity.name, entity_id))
  }
}

const same = (kept: unknown, given: unknown): boolean => JSON.stringify(kept) === JSON.stringify(given)
