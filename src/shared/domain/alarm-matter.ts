import type { Alarm } from '../entities/alarm.ts'
import { SEVERITIES, type Severity } from './alarm-codes.ts'

/** What tells which alarms are one matter. */
export type MatterFacts = Pick<
  Alarm,
  'id' | 'status' | 'kind' | 'severity' | 'code' | 'site_id' | 'pile_id' | 'raised_at'
>

/** An alarm of a list, and the others that it stands for. */
export type Shown<A extends MatterFacts = Alarm> = A & {
  others?: readonly A[]
  /** One fault struck many piles of a site: a power cut, a network that is gone. */
  struck?: true
}

/** From so many piles of a site on that have the same alarm it is the site's matter. */
const STRUCK_PILES = 3
/** Each of them struck within this time of the one before. */
const STRUCK_WITHIN_MS = 10 * 60_000

interface Ranked {
  severity: Severity
}

const rank = ({ severity }: Ranked) => SEVERITIES.indexOf(severity)

/** Sorts the worst first. */
export const byRank = (one: Ranked, other: Ranked) => rank(one) - rank(other)

/** All that a card answers. */
export const allOf = <A extends MatterFacts>(shown: Shown<A>): readonly A[] => [shown, ...(shown.others ?? [])]

/**
 * Open alarms that are one matter show as one: the same alarm at many piles of a site within a short time, and all of one pile. The worst
 * of them stands for the others, where the first of them would be. `known` are further open alarms, which show with those of their matter
 * alone.
 */
export function together<A extends MatterFacts>(alarms: readonly A[], known: readonly A[] = []): Shown<A>[] {
  const here = new Set(alarms.map(({ id }) => id))
  const all = [...alarms, ...known.filter(({ id, status }) => status === 'open' && !here.has(id))]
  const struck = struckOf(all)
  const groups = new Map<string, A[]>()
  for (const alarm of all) {
    const key = struck.get(alarm.id) ?? matterOf(alarm)
    const group = groups.get(key)
    if (group) group.push(alarm)
    else if (here.has(alarm.id)) groups.set(key, [alarm])
  }
  return [...groups.values()].map((group) => shownOf(group, struck.has(group[0]?.id ?? 0)))
}

const matterOf = ({ id, status, pile_id }: MatterFacts) =>
  status === 'open' && pile_id !== null ? `pile ${pile_id}` : `alarm ${id}`

function shownOf<A extends MatterFacts>(group: readonly A[], struck: boolean): Shown<A> {
  const [first, ...others] = [...group].sort(byRank) as [A, ...A[]]
  return others.length ? { ...first, others, ...(struck && { struck }) } : first
}

/** To which matter of a site an alarm belongs, by its identity. */
function struckOf(alarms: readonly MatterFacts[]): ReadonlyMap<number, string> {
  const same = new Map<string, MatterFacts[]>()
  for (const alarm of alarms) {
    // A round finds its findings shortly after each other: they have no common cause.
    if (alarm.status !== 'open' || alarm.site_id === null || alarm.kind === 'inspection') continue
    const key = `site ${alarm.site_id} ${alarm.code}`
    const group = same.get(key)
    if (group) group.push(alarm)
    else same.set(key, [alarm])
  }
  const struck = new Map<number, string>()
  for (const [key, group] of same)
    for (const burst of burstsOf(group)) {
      if (new Set(burst.map(({ pile_id }) => pile_id)).size < STRUCK_PILES) continue
      for (const { id } of burst) struck.set(id, `${key} ${burst[0]?.id}`)
    }
  return struck
}

/** Alarms that came shortly after each other. */
function burstsOf(alarms: readonly MatterFacts[]): MatterFacts[][] {
  const bursts: MatterFacts[][] = []
  let last = Number.NEGATIVE_INFINITY
  const timed = alarms.map((alarm) => ({ alarm, at: Date.parse(alarm.raised_at) }))
  for (const { alarm, at } of timed.sort((one, other) => one.at - other.at)) {
    if (at - last > STRUCK_WITHIN_MS) bursts.push([])
    bursts.at(-1)?.push(alarm)
    last = at
  }
  return bursts
}

/** Whether one answer is mostly meant for all of them: a failed update of a pile with a ground failure is another matter. */
export const isAlike = (shown: Shown<MatterFacts>): boolean =>
  shown.struck === true || allOf(shown).every(({ kind }) => kind === shown.kind)

/** At how many piles. */
export const pilesOf = (shown: Shown<MatterFacts>): number => new Set(allOf(shown).map(({ pile_id }) => pile_id)).size
