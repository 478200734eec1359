import { areaList } from '@vant/area-data'
import { regionLevels } from '../../shared/domain/region-code.ts'
import type { Region } from '../../shared/endpoints/regions.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import { factsOf, type Language } from '../../shared/kit/languages.ts'
import { englishTitle } from './english-title.ts'

const names = new Map<number, string>(
  [areaList.province_list, areaList.city_list, areaList.county_list].flatMap((level) =>
    Object.entries(level).map(([code, name]): [number, string] => [Number(code), name]),
  ),
)

const parentOf = (id: number): number => regionLevels(id).at(-2) ?? 0

const below = new Map<number, number[]>()
for (const id of [...names.keys()].sort((a, b) => a - b)) {
  const parent = parentOf(id)
  below.set(parent, [...(below.get(parent) ?? []), id])
}

const english = new Map<number, string>()

function titleOf(id: number, language: Language): string {
  const name = names.get(id) ?? String(id)
  if (factsOf(language).chinese_places) return name
  const known = english.get(id) ?? englishTitle(id, name)
  english.set(id, known)
  return known
}

export const isRegion = (id: number): boolean => names.has(id)

/** The divisions right below one, 0 being the whole country; null when there is no such one. */
export function regionsBelow(id: number, language: Language): Region[] | null {
  if (id !== 0 && !names.has(id)) return null
  return (below.get(id) ?? []).map((child) => ({
    id: child,
    title: titleOf(child, language),
    has_children: below.has(child),
  }))
}

/** Every division in its place. */
export const regionTree = (language: Language, id = 0): Region[] =>
  (regionsBelow(id, language) ?? []).map((region) =>
    region.has_children ? { ...region, children: regionTree(language, region.id) } : region,
  )

/** The division of a code and those that it lies in. */
export interface Divisions {
  region: Titled
  province: Titled | null
  city: Titled | null
  area: Titled | null
}

/** A city that is a province has the same name twice; it is said once. */
export function divisionsOf(id: number, language: Language): Divisions {
  const titled = (code: number): Titled => ({ id: code, title: titleOf(code, language) })
  const [province = null, city = null, area = null] = regionLevels(id).map(titled)
  const said = [...new Set([province, city, area].flatMap((one) => (one ? [one.title] : [])))]
  return { region: { id, title: said.join(factsOf(language).chinese_places ? '' : ', ') }, province, city, area }
}
