import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { regionLevels } from '../../../shared/domain/region-code.ts'
import { provinces, type Region } from '../../../shared/endpoints/regions.ts'
import { factsOf } from '../../../shared/kit/languages.ts'
import { call } from '../api/call.ts'

/** The divisions below one; of none while there is nothing to ask for. */
const useBelow = (language: string, parent_id: number | undefined, enabled: boolean) =>
  useQuery({
    queryKey: ['regions', language, parent_id ?? null],
    queryFn: ({ signal }) => call(provinces, parent_id ? { parent_id } : {}, { signal }),
    // They change once a year.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: enabled && parent_id !== undefined,
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
  const [province, city] = code === null ? [] : regionLevels(code)
  const parents = [0, province, city]
  const below = [
    useBelow(i18n.language, 0, enabled),
    useBelow(i18n.language, province, enabled),
    useBelow(i18n.language, city, enabled),
  ]
  const asked = below.filter((_, at) => parents[at] !== undefined)
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
