import { Suspense } from 'react'
import { useAllowed } from '../../ui/actions.tsx'
import { lazy } from '../../ui/lazy.ts'
import type { ListProps } from '../types.ts'
import { type List, queryOf } from '../use-list.ts'
import { type Selection, useSelection } from './use-selection.ts'

const SelectionBar = lazy(() => import('./selection-bar.tsx').then((module) => ({ default: module.SelectionBar })))

interface Several {
  selection?: Selection
  actions: ReturnType<typeof useAllowed>
}

/** What can be done with several records at once; without any there is nothing to select for. */
export function useSeveral(list: ListProps): Several {
  const selection = useSelection()
  const actions = useAllowed(list.bulk?.(selection.rows, selection.clear) ?? [])
  return actions.length > 0 ? { selection, actions } : { actions }
}

interface Props {
  list: ListProps
  state: List
  /** How many records the list has. */
  total: number
  several: Several
}

/** While some are selected: how many, and what can be done with them. */
export function Selected({ list, state, total, several: { selection, actions } }: Props) {
  if (!selection || selection.rows.length === 0) return null
  return (
    <Suspense fallback={null}>
      <SelectionBar
        entity={list.entity}
        selection={selection}
        total={total}
        query={queryOf(state.state, list.fixed ?? {})}
        actions={actions}
      />
    </Suspense>
  )
}
