import { type KeyboardEvent, type RefObject, useEffect } from 'react'

const ROWS = 'tbody tr[data-id]'
const CELLS = 'td[data-cell]'
const DOWN: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 }
const ASIDE: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 }

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable)
const held = ({ ctrlKey, metaKey, altKey }: KeyboardEvent | globalThis.KeyboardEvent) => ctrlKey || metaKey || altKey

const rowsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>(ROWS)]
const cellsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(CELLS)]
const rowAt = (at: Element | null) => at?.closest<HTMLElement>('tr[data-id]') ?? null

/** To the row below or above, in the same column when a cell has the focus. */
function moveDown(table: HTMLElement, by: 1 | -1) {
  const rows = rowsOf(table)
  const row = table.contains(document.activeElement) ? rowAt(document.activeElement) : null
  const next = row ? rows[rows.indexOf(row) + by] : rows[0]
  const cell = row ? cellsOf(row).indexOf(document.activeElement as HTMLElement) : -1
  const target = next && cell >= 0 ? cellsOf(next)[cell] : next
  target?.focus()
}

/** From the row into its cells and along them, and back to the row. */
function moveAside(row: HTMLElement, by: 1 | -1) {
  const cells = cellsOf(row)
  const at = cells.indexOf(document.activeElement as HTMLElement)
  const next = at + by
  if (at < 0 && by < 0) return
  const target = next < 0 ? row : cells[next]
  target?.focus()
}

/** What is pressed in a row or one of its cells: arrows move as in the ARIA pattern of a tree grid. */
export interface RowKeys {
  open: () => void
  select: (() => void) | null
  /** Opens the row out or folds it; false when it is so already, or cannot be. */
  unfold: (open: boolean) => boolean
  copy: (cell: HTMLElement) => void
}

export function pressInRow(event: KeyboardEvent<HTMLTableRowElement>, keys: RowKeys) {
  const row = event.currentTarget
  const cell = (event.target as HTMLElement).matches(CELLS) ? (event.target as HTMLElement) : null
  if (event.target !== row && !cell) return
  if ((event.ctrlKey || event.metaKey) && event.key === 'c' && cell && !getSelection()?.toString()) {
    event.preventDefault()
    return keys.copy(cell)
  }
  if (held(event)) return
  const down = DOWN[event.key]
  const aside = ASIDE[event.key]
  if (!down && !aside && !['Enter', 'x', ' '].includes(event.key)) return
  event.preventDefault()
  event.stopPropagation()
  const table = row.closest('table')
  if (down && table) moveDown(table, down)
  else if (aside) (cell || !keys.unfold(aside > 0)) && moveAside(row, aside)
  else if (event.key === 'Enter') keys.open()
  else keys.select?.()
}

interface PageKeys {
  /** Shows what the keys do. */
  help: () => void
}

/** From anywhere on the page: j and k go to the rows, ? tells of the keys. */
export function usePageKeys(table: RefObject<HTMLElement | null>, { help }: PageKeys, enabled: boolean) {
  useEffect(() => {
    if (!enabled) return
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || held(event) || isText(event.target)) return
      if (document.querySelector('dialog[open], [popover]:popover-open')) return
      const down = event.key === 'j' || event.key === 'k' ? DOWN[event.key] : undefined
      if (down && table.current) moveDown(table.current, down)
      else if (event.key === '?') help()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [table, help, enabled])
}
