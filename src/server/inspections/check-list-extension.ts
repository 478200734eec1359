import type { checkList } from '../../shared/entities/check-list.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { Refusal } from '../kit/refusal.ts'

/** Bounds that no figure lies within. */
export const checkListExtension: Extension<typeof checkList> = {
  async check({ items }) {
    const flaws = items.flatMap(({ kind, least, most }, at) =>
      kind === 'figure' && least !== null && most !== null && least > most ? [at] : [],
    )
    if (flaws.length === 0) return
    const fields = Object.fromEntries(flaws.map((at) => [`items.${at}.most`, { key: 'inspections:errors.bounds' }]))
    throw new Refusal(422, 'invalid_input', { fields })
  },
}
