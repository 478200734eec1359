import { useQuery } from '@tanstack/react-query'
import type { EntityExtras } from '../kit/records/extras.ts'
import { loaded } from '../kit/ui/lazy.ts'
import { extras } from './extras.ts'

/** What a feature adds to this entity; its code comes with the entity's first screen. */
export function useExtras(name: string): EntityExtras | undefined {
  const load = extras[name]
  const query = useQuery({
    queryKey: ['extras', name],
    queryFn: () => (load ? loaded(load) : {}),
    initialData: load ? undefined : {},
    staleTime: Number.POSITIVE_INFINITY,
    throwOnError: true,
  })
  return query.data
}
