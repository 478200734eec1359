import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../kit/api/queries.ts'
import type { EntityExtras } from '../kit/records/extras.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { extras } from './extras.ts'

const extrasOf = (name: string) => ({
  queryKey: ['extras', name],
  queryFn: (): Promise<EntityExtras> => {
    const load = extras[name]
    return load ? loaded(load) : Promise.resolve({})
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Loads it before the entity's screen is shown. */
export const bringExtras = (name: string) => queryClient.ensureQueryData(extrasOf(name))

/** What a feature adds to this entity; its code comes with the entity's first screen. */
export function useExtras(name: string): EntityExtras | undefined {
  const load = extras[name]
  const query = useQuery({
    ...extrasOf(name),
    initialData: load ? undefined : {},
    throwOnError: true,
  })
  return query.data
}
