import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { DAY_S } from '../../shared/domain/charging-profiles/profile.ts'
import { chargingProfile } from '../../shared/entities/charging-profile.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { inputs } from './inputs.ts'
import { dayAround } from './schedule-clock.ts'
import { asks } from './steps.ts'
import { useProfileSite } from './use-profile-site.ts'

/** A new profile begins as a day that repeats, from midnight there on. */
const usual = (zone: string, now: number) => ({
  charging_profile_kind: 'recurring',
  recurrency_kind: 'daily',
  start_schedule: new Date(dayAround(zone, now).from).toISOString(),
  duration: DAY_S,
  periods: [
    { start: 0, limit: 60_000, phases: null },
    { start: 17 * 3600, limit: 30_000, phases: null },
    { start: 21 * 3600, limit: 60_000, phases: null },
  ],
})

export function CreateProfile({ onClose }: { onClose: () => void }) {
  const [params] = useSearchParams()
  const site = Number(params.get('site_id'))
  const { zone } = useProfileSite(site)
  const [now] = useState(Date.now)
  if (zone === null) return null
  return (
    <EntityForm
      entity={chargingProfile}
      row={null}
      initial={{ ...usual(zone, now), ...(site && { site_id: site }) }}
      inputs={inputs}
      asks={asks}
      onClose={onClose}
    />
  )
}
