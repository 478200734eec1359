import { useMemo } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import type { ListProps } from '../types.ts'
import type { Views } from '../views/use-views.ts'
import { ownColumns } from './columns.ts'
import { type Columns, useColumns } from './use-columns.ts'

/** The list's columns as they show: the person's own, or those of the view that shows. */
export function useListColumns(list: ListProps, { current }: Pick<Views, 'current'>): Columns {
  const words = useWords(list.entity)
  const { entity, extra, without } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: cells are made anew with each render; their keys are not
  const own = useMemo(
    () => ownColumns({ entity, label: words.label, extra: extra ?? [], without: without ?? [] }),
    [entity, words, extra?.map(({ key }) => key).join(), without?.join()],
  )
  const name = list.name ?? entity.name
  const start = current?.columns ?? null
  const columns = useColumns({ name: start ? `${name}@${current?.id}` : name, start }, own)
  // The extra columns' cells are those of this render.
  const fresh = columns.shown.map((column) => ({ ...column, ...extra?.find(({ key }) => key === column.key) }))
  return { ...columns, shown: fresh as Columns['shown'] }
}
