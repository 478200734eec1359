import { type RefObject, useLayoutEffect } from 'react'
import type { Side } from '../../../../shared/kit/columns.ts'

/** Where a cell of the column at this place stays: set by `usePins` when the widths are known. */
export const pinned = (side: Side | null, at: number | 'lead' | 'select') =>
  side ? { [side]: `var(--pin-${at}, 0px)` } : undefined

/** The last of those that stay at the left: what runs under them has its edge there. */
export const isEdge = (columns: readonly { fixed: Side | null }[], at: number) =>
  columns[at]?.fixed === 'left' && columns[at + 1]?.fixed !== 'left'

const STAYING = 'thead th[data-pin]'

/** Columns that stay in view stand side by side, however wide each turned out: their headings are measured. */
export function usePins(table: RefObject<HTMLTableElement | null>, arrangement: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew when the columns are others
  useLayoutEffect(() => {
    const shown = table.current
    if (!shown) return
    const heads = [...shown.querySelectorAll<HTMLElement>(STAYING)]
    const measure = () => {
      place(
        shown,
        heads.filter(({ dataset }) => dataset.pin === 'left'),
      )
      place(shown, heads.filter(({ dataset }) => dataset.pin === 'right').reverse())
    }
    measure()
    if (typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(measure)
    for (const head of heads) observer.observe(head)
    return () => observer.disconnect()
  }, [table, arrangement])
}

function place(table: HTMLElement, heads: readonly HTMLElement[]) {
  let from = 0
  for (const head of heads) {
    table.style.setProperty(`--pin-${head.dataset.at}`, `${from}px`)
    from += head.offsetWidth
  }
}
