import { areaList } from '@vant/area-data'
import type { Region } from '../../shared/endpoints/regions.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import type { Language } from '../kit/words.ts'
import { englishTitle } from './english-title.ts'

const PROVINCE = 10_000
const CITY = 100

const names = new Map<number, string>(
  [areaList.province_list, areaList.city_list, areaList.county_list].flatMap((level) =>
    Object.entries(level).map(([code, name]): [number, string] => [Number(code), name]),
  ),
)

/** A division's code without its last parts is that of the one above it: 310115 lies in 310100, that in 310000. */
function parentOf(id: number): number {
  if (id % PROVINCE === 0) return 0
  return id % CITY === 0 ? id - (id % PROVINCE) : id - (id % CITY)
}

const below = new Map<number, number[]>()
for (const id of [...names.keys()].sort((a, b) => a - b)) {
  const parent = parentOf(id)
  below.set(parent, [...(below.get(parent) ?? []), id])
}

const english = new Map<number, string>()

function titleOf(id: number, language: Language): string {
  const name = names.get(id) ?? String(id)
  if (language === 'zh-CN') return name
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
  const chain = [id, parentOf(id), parentOf(parentOf(id))].filter((code) => code > 0).reverse()
  const [province = null, city = null, area = null] = chain.map(titled)
  const said = [...new Set([province, city, area].flatMap((one) => (one ? [one.title] : [])))]
  return { region: { id, title: said.join(language === 'zh-CN' ? '' : ', ') }, province, city, area }
}
