import { useQuery } from '@tanstack/react-query'
import type { Entity } from '../../../shared/kit/entity.ts'
import { everyRow } from '../api/records.ts'

/** Every record, page by page: for the few that stand in a tree. `also` are other entities that its rows count. */
export const useAllRecords = <E extends Entity>(entity: E, also: readonly string[] = [], enabled = true) =>
  useQuery({
    queryKey: ['all', entity.name],
    queryFn: ({ signal }) => everyRow(entity, {}, { signal }),
    meta: { entities: [entity.name, ...also] },
    enabled,
  })
