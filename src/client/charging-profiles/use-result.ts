import { useMemo, useState } from 'react'
import { compositeSchedule, type Step } from '../../shared/domain/charging-profiles/composite.ts'
import { type Difference, differencesOf } from '../../shared/domain/charging-profiles/differences.ts'
import { limitingAt } from '../../shared/domain/charging-profiles/outside-limit.ts'
import type { ChargingProfile, Installed, ToldSchedule } from '../../shared/domain/charging-profiles/profile.ts'
import { profilesInPile } from '../../shared/endpoints/charging-profiles.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { ownZone } from '../kit/moments/zones.ts'
import { dayAround } from './schedule-clock.ts'
import type { Stretch } from './step-chart.tsx'

/** A profile in a pile, or one that is being drawn. */
export interface Named extends Installed {
  id: number
  name: string
}

export interface Place {
  pile_id: number
  connector_number: number
}

const MS = 1000

/** What is in the pile, with the profile that is being drawn in its place. */
function profilesWith(
  inPile: Data<typeof profilesInPile>,
  own: ChargingProfile,
  { id, name }: { id: number; name: string },
  gun: number,
): Named[] {
  const others = inPile.installed.filter(({ charging_profile }) => charging_profile.id !== id)
  const kept = others.map(({ charging_profile, connector_number, profile }) => ({
    ...{ id: charging_profile.id, name: charging_profile.title, connector_number, profile },
  }))
  const place = own.charging_profile_purpose === 'session' ? gun : 0
  // A pile has one of a purpose and level at a place: this one would take it (OCPP 1.6, 3.13.2).
  const left = kept.filter(
    ({ connector_number, profile }) =>
      connector_number !== place ||
      profile.stack_level !== own.stack_level ||
      profile.charging_profile_purpose !== own.charging_profile_purpose,
  )
  return [{ id, name, connector_number: place, profile: own }, ...left]
}

/** The limit that results at a gun on its site's day, if the profile were pushed as it is drawn. */
export function useResult(own: ChargingProfile, self: { id: number; name: string }, place: Place | null) {
  const [now] = useState(Date.now)
  const query = useCall(
    profilesInPile,
    { pile_id: place?.pile_id ?? 0 },
    { entities: ['charging_profile', 'pile', 'order'], enabled: place !== null },
  )
  const { id, name } = self
  const result = useMemo(() => {
    if (!query.data || !place) return null
    const gun = place.connector_number
    const profiles = profilesWith(query.data, own, { id, name }, gun)
    const { session_since, priority } = query.data.connectors.find(({ number }) => number === gun) ?? {}
    // One of priority rules nothing but a session that charges with it: it is drawn as if one did.
    const isOfPriority = own.charging_profile_purpose === 'priority'
    const { rated_w, phases, time_zone } = query.data
    const zone = time_zone ?? ownZone()
    const { from, to } = dayAround(zone, now)
    const { outside } = query.data
    const asked = { connector_number: gun, from, to, phases, rated_w, outside, unit: own.charging_rate_unit }
    const transaction_since = session_since ? Date.parse(session_since) : isOfPriority ? from : null
    const steps = compositeSchedule(profiles, {
      ...asked,
      transaction_since,
      priority: isOfPriority || priority === true,
    })
    const isLimited = limitingAt(outside, gun).length > 0
    return { profiles, steps, from, to, phases, isLimited, clock: { zone, zero: from } }
  }, [query.data, own, id, name, place, now])
  return { query, result }
}

export type Result = NonNullable<ReturnType<typeof useResult>['result']>

/** Steps as a chart draws them: seconds from its left end. */
export const stretchesOf = (
  steps: readonly { at: number; limit: number | null }[],
  { from, to }: Pick<Result, 'from' | 'to'>,
): Stretch[] =>
  steps.map(({ at, limit }, index) => ({
    from: Math.max(0, (at - from) / MS),
    to: ((steps[index + 1]?.at ?? to) - from) / MS,
    limit,
  }))

/** A pile's answer as steps of the day that is shown, in the unit of our own. */
export function toldSteps({ starts_at, periods }: ToldSchedule, { to }: Pick<Result, 'to'>) {
  const zero = Date.parse(starts_at)
  return periods
    .map(({ start, limit, phases }) => ({ at: zero + start * MS, limit, phases }))
    .filter(({ at }) => at < to)
}

export function differencesIn(result: Result, told: ToldSchedule, own: ChargingProfile): Difference[] {
  const theirs = toldSteps(told, result)
  const from = theirs[0]?.at ?? result.to
  const units = { ours_unit: own.charging_rate_unit, theirs_unit: told.charging_rate_unit }
  return from < result.to
    ? differencesOf(result.steps, theirs, { from, to: result.to, phases: result.phases, ...units })
    : []
}

/** For how many seconds of the day a profile, or another system, decides what may be drawn. */
export const decidesFor = (
  { steps, to }: Pick<Result, 'to'> & { steps: readonly Step<Named>[] },
  who: number | 'outside',
): number =>
  steps.reduce((sum, { at, by }, index) => {
    const decider = typeof by === 'object' ? by?.id : by
    return decider === who ? sum + ((steps[index + 1]?.at ?? to) - at) / MS : sum
  }, 0)
