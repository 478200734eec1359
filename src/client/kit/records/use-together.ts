import { useMemo } from 'react'
import type { AnyRow } from '../fields/cell.tsx'
import type { ListProps } from './types.ts'

/** The rows as they show: where a list puts some together, one for all of them. */
export function useTogether<R extends readonly AnyRow[] | null>({ together }: ListProps, rows: R) {
  return useMemo(() => (rows && together ? together(rows) : rows), [rows, together])
}
