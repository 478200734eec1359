import { type QueryKey, useQuery } from '@tanstack/react-query'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { recordOf } from '../../api/records.ts'
import type { AnyRow } from '../../fields/cell.tsx'

export const recordKey = (entity: Entity, id: number) => ['record', entity.name, id] as const

/** The record that is kept under this key; undefined for anything else. */
export const recordIn = ([kind, entity, id]: QueryKey) =>
  kind === 'record' ? { entity: String(entity), id: Number(id) } : undefined

/** One record, kept up to date; null when it is gone. */
export const useRecord = (entity: Entity, id: number, enabled = true) =>
  useQuery({
    queryKey: recordKey(entity, id),
    queryFn: async ({ signal }) => (await recordOf(entity, id, signal)) as unknown as AnyRow | null,
    meta: { entities: [entity.name], only: { [entity.name]: [id] }, offline: true },
    enabled,
  })
