import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { regionLevels } from '../../../shared/domain/region-code.ts'
import { provinces, type Region } from '../../../shared/endpoints/regions.ts'
import { factsOf } from '../../../shared/kit/languages.ts'
import { call } from '../api/call.ts'

const asking = (language: string, parent_id: number) => ({
  queryKey: ['regions', language, parent_id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call(provinces, parent_id ? { parent_id } : {}, { signal }),
  // They change once a year.
  staleTime: Number.POSITIVE_INFINITY,
})

interface RegionLevels {
  /** From the provinces down; one that has not come is missing. */
  levels: (readonly Region[] | undefined)[]
  /** Why one did not come; null while all came or are under way. */
  error: unknown
  /** Asks again for those that failed. */
  retry: () => void
}

/** The divisions to choose from beside and below one: provinces, the cities of its province, the areas of its city. */
export function useRegionLevels(code: number | null, enabled = true): RegionLevels {
  const { i18n } = useTranslation()
  const parents = [0, ...(code === null ? [] : regionLevels(code))].slice(0, 3)
  const asked = useQueries({
    queries: parents.map((parent) => ({ ...asking(i18n.language, parent), enabled })),
  })
  const failed = asked.filter(({ isError }) => isError)
  return {
    levels: asked.map(({ data }) => data),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** The names of divisions as one writes them, from the province down; an equal name is said once. */
export function useRegionTitle(code: number | null): string {
  const { i18n } = useTranslation()
  const { levels } = useRegionLevels(code, code !== null)
  if (code === null) return ''
  const titles = regionLevels(code).map((level, at) => levels[at]?.find(({ id }) => id === level)?.title)
  const said = [...new Set(titles.filter((title) => title !== undefined))]
  return said.join(factsOf(i18n.language).chinese_places ? '' : ', ') || String(code)
}
