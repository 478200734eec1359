import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'

export interface Option<K extends string | number = string | number> {
  key: K
  label: string
  /** What tells it from others, quietly beside the label. */
  note?: string
}

/** Either all of them, or a way to ask for those that match; `source` names what is asked. */
export type Options<K extends string | number> =
  | { options: readonly Option<K>[] }
  | { source: string; load: (keyword: string, signal: AbortSignal) => Promise<Option<K>[]> }

/** The options that match what was typed; `settled` when these are they, and not those of a moment ago. */
export function useOptions<K extends string | number>(given: Options<K>, keyword: string, open: boolean) {
  const asked = useDeferredValue(keyword.trim())
  const remote = 'load' in given
  const query = useQuery({
    queryKey: ['options', remote ? given.source : '', asked],
    queryFn: ({ signal }) => (remote ? given.load(asked, signal) : Promise.resolve([])),
    enabled: open && remote,
    placeholderData: (before) => before,
    staleTime: 5_000,
  })
  const retry = () => void query.refetch()
  if (remote) {
    const settled = query.isError || (asked === keyword.trim() && query.isSuccess && !query.isPlaceholderData)
    return { options: query.data ?? [], loading: query.isPending, settled, error: query.error, retry }
  }
  const wanted = keyword.trim().toLowerCase()
  return {
    options: wanted ? given.options.filter(({ label }) => label.toLowerCase().includes(wanted)) : given.options,
    loading: false,
    settled: true,
    error: null,
    retry,
  }
}
