import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Column } from './columns.ts'

const NONE: readonly string[] = []

/** The columns that go first when a table is wider than its place: of the least rank, the last of them first. */
export function leftOut(
  columns: readonly Column[],
  widths: ReadonlyMap<string, number>,
  over: number,
  kept: string,
): string[] {
  const goes = columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ key, rank, fixed, width }) => rank !== null && fixed === null && width === null && key !== kept)
    .sort((a, b) => Number(a.rank) - Number(b.rank) || b.at - a.at)
  const out: string[] = []
  for (let left = over, at = 0; left > 0 && at < goes.length; at++) {
    const { key = '' } = goes[at] ?? {}
    out.push(key)
    left -= widths.get(key) ?? 0
  }
  return out
}

function useWidth(wrap: RefObject<HTMLElement | null>) {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const box = wrap.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(() => setWidth(box.clientWidth))
    observer.observe(box)
    return () => observer.disconnect()
  }, [wrap])
  return width
}

interface Asked {
  wrap: RefObject<HTMLElement | null>
  /** The column that it is sorted by always shows. */
  sorted: string
  /** What else widths hang on: they are measured anew when it is another. */
  stamp: string
  /** False where a person arranged the columns, or wants to see all. */
  fits: boolean
}

/** The columns for which there is room, and the keys of the others; measured before anything is painted. */
export function useFitting(columns: readonly Column[], { wrap, sorted, stamp, fits }: Asked) {
  const [out, setOut] = useState(NONE)
  const measured = useRef('')
  const width = useWidth(wrap)
  const key = [width, stamp, fits, sorted, columns.map((column) => column.key)].join()
  const shown = columns.filter((column) => !out.includes(column.key))
  useLayoutEffect(() => {
    const box = wrap.current
    if (!box) return
    if (measured.current !== key) {
      measured.current = key
      if (out.length > 0) return setOut(NONE)
    }
    const over = fits ? box.scrollWidth - box.clientWidth : 0
    if (over <= 0) return
    const heads = box.querySelectorAll<HTMLElement>('thead th[data-column]')
    const widths = new Map([...heads].map((head) => [head.dataset.column ?? '', head.offsetWidth]))
    const more = leftOut(shown, widths, over, sorted)
    if (more.length > 0) setOut([...out, ...more])
  })
  return { shown, out: columns.filter((column) => out.includes(column.key)) }
}
