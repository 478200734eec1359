import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../kit/api/queries.ts'
import type { EntityExtras } from '../kit/records/extras.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { firstExtras } from './first-extras.ts'

type Table = typeof firstExtras

let others: Table | undefined

async function tableOf(name: string): Promise<Table> {
  if (firstExtras[name]) return firstExtras
  others ??= (await loaded(() => import('./extras.ts'))).extras
  return others
}

const extrasOf = (name: string) => ({
  queryKey: ['extras', name],
  queryFn: async (): Promise<EntityExtras> => {
    const load = (await tableOf(name))[name]
    return load ? loaded(load) : {}
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Loads it before the entity's screen is shown. */
export const bringExtras = (name: string) => queryClient.ensureQueryData(extrasOf(name))

/** What a feature adds to this entity; its code comes with the entity's first screen. */
export function useExtras(name: string): EntityExtras | undefined {
  const hasNone = others && !others[name] && !firstExtras[name]
  const query = useQuery({
    ...extrasOf(name),
    initialData: hasNone ? {} : undefined,
    throwOnError: true,
  })
  return query.data
}
