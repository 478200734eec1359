import { useMemo, useRef, useState } from 'react'
import { MOST_AT_ONCE } from '../../../../shared/kit/call-bodies.ts'
import type { AnyRow } from '../../fields/cell.tsx'

export interface Selection {
  rows: readonly AnyRow[]
  has: (id: number) => boolean
  /** As many as may be selected are. */
  full: boolean
  /** Selects or deselects a row; `through` all those between it and the last one that was pressed, too. */
  toggle: (row: AnyRow, page: readonly AnyRow[], through?: boolean) => void
  /** All of these, or none of them when all of them were. */
  togglePage: (page: readonly AnyRow[]) => void
  add: (rows: readonly AnyRow[]) => void
  clear: () => void
}

/** The rows that something will be done with. They stay selected while pages are turned and filters change. */
export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<number, AnyRow>>(new Map())
  const last = useRef<number | null>(null)
  // One for each choice: rows that show whether they are chosen are drawn anew with it.
  return useMemo(() => selectionOf(chosen, setChosen, last), [chosen])
}

function selectionOf(
  chosen: ReadonlyMap<number, AnyRow>,
  choose: (chosen: ReadonlyMap<number, AnyRow>) => void,
  last: { current: number | null },
): Selection {
  function put(rows: readonly AnyRow[], on: boolean) {
    const next = new Map(chosen)
    for (const row of rows) {
      if (!on) next.delete(row.id)
      else if (next.has(row.id) || next.size < MOST_AT_ONCE) next.set(row.id, row)
    }
    choose(next)
  }

  return {
    rows: [...chosen.values()],
    has: (id) => chosen.has(id),
    full: chosen.size >= MOST_AT_ONCE,
    toggle(row, page, through = false) {
      const at = page.indexOf(row)
      const from = page.findIndex(({ id }) => id === last.current)
      const between = through && from >= 0 ? page.slice(Math.min(at, from), Math.max(at, from) + 1) : [row]
      last.current = row.id
      put(between, !chosen.has(row.id))
    },
    togglePage: (page) => put(page, !page.every(({ id }) => chosen.has(id))),
    add: (rows) => put(rows, true),
    clear: () => choose(new Map()),
  }
}
