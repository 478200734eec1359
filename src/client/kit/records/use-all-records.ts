import { useQuery } from '@tanstack/react-query'
import { MOST_ROWS } from '../../../shared/kit/endpoint.ts'
import type { Entity, Row } from '../../../shared/kit/entity.ts'
import { listOf } from '../api/records.ts'

async function everyRow<E extends Entity>(entity: E, signal: AbortSignal): Promise<Row<E>[]> {
  const rows: Row<E>[] = []
  for (let page_num = 1; ; page_num++) {
    const page = await listOf(entity, { page_num, page_size: MOST_ROWS }, signal)
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) return rows
  }
}

/** Every record, page by page: for the few that stand in a tree. `also` are other entities that its rows count. */
export const useAllRecords = <E extends Entity>(entity: E, also: readonly string[] = [], enabled = true) =>
  useQuery({
    queryKey: ['all', entity.name],
    queryFn: ({ signal }) => everyRow(entity, signal),
    meta: { entities: [entity.name, ...also] },
    enabled,
  })
