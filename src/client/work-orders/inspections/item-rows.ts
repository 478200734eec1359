import { type CheckItem, canBeWrong } from '../../../shared/domain/inspection.ts'
import type { Draft } from '../../kit/fields/draft.ts'

export const itemsOf = (draft: Draft): CheckItem[] => (draft.items ?? []) as CheckItem[]

/** What most items are. */
export const EMPTY_ITEM: CheckItem = {
  ...{ words: '', kind: 'judge', unit: null, least: null, most: null, photo: false, needed: true, alarm: false },
}

/** Of another kind than a figure there is no unit and there are no bounds; what cannot be wrong raises no alarm. */
export function setItem(items: readonly CheckItem[], at: number, change: Partial<CheckItem>): CheckItem[] {
  return items.map((item, index) => {
    if (index !== at) return item
    const next = { ...item, ...change }
    const changed = { ...next, alarm: next.alarm && canBeWrong(next.kind) }
    return changed.kind === 'figure' ? changed : { ...changed, unit: null, least: null, most: null }
  })
}

export function moveUp(items: readonly CheckItem[], at: number): CheckItem[] {
  const [item, above] = [items[at], items[at - 1]]
  return item && above ? items.with(at - 1, item).with(at, above) : [...items]
}
