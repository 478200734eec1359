import { type SiteNow, type SiteState, type StateCounts, siteStates } from '../../shared/endpoints/sites.ts'

/** What a site is to someone who looks at many: the worst that needs a person, else whether one can charge there. */
export const siteConditions = ['faulted', 'available', 'busy', 'dark', 'empty'] as const
export type SiteCondition = (typeof siteConditions)[number]

/** The state of connectors in whose hue a site shows. */
export const moodStates: Readonly<Record<SiteCondition, SiteState>> = {
  faulted: 'faulted',
  available: 'available',
  busy: 'charging',
  dark: 'offline',
  empty: 'offline',
}

const has = (states: StateCounts, state: keyof StateCounts) => (states[state] ?? 0) > 0

export function conditionOf(states: StateCounts): SiteCondition {
  if (has(states, 'faulted')) return 'faulted'
  if (has(states, 'available')) return 'available'
  if (has(states, 'charging') || has(states, 'waiting') || has(states, 'reserved')) return 'busy'
  return has(states, 'offline') ? 'dark' : 'empty'
}

export const gunsOf = (states: StateCounts) => siteStates.reduce((sum, state) => sum + (states[state] ?? 0), 0)

/** What needs a person first: faults, then what is out of reach, the more the earlier; else by name. */
export function needFirst(sites: readonly SiteNow[]): SiteNow[] {
  const need = ({ states }: SiteNow) => (states.faulted ?? 0) * 1000 + (states.offline ?? 0)
  return [...sites].sort((a, b) => need(b) - need(a) || a.name.localeCompare(b.name))
}

/** Every word that was typed is somewhere in the name or the address. */
export function matching(sites: readonly SiteNow[], keyword: string, moods: ReadonlySet<SiteCondition>): SiteNow[] {
  const words = keyword.toLowerCase().split(/\s+/).filter(Boolean)
  return sites.filter(({ name, address, states }) => {
    if (moods.size > 0 && !moods.has(conditionOf(states))) return false
    const text = `${name} ${address ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

export const countMoods = (sites: readonly SiteNow[]): Readonly<Record<SiteCondition, number>> => {
  const counts = { faulted: 0, available: 0, busy: 0, dark: 0, empty: 0 }
  for (const { states } of sites) counts[conditionOf(states)]++
  return counts
}
