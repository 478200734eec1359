import { useSearchParams } from 'react-router-dom'
import { DAY_S } from '../../shared/domain/charging-profiles/profile.ts'
import { chargingProfile } from '../../shared/entities/charging-profile.ts'
import { EntityForm } from '../kit/forms/entity-form.tsx'
import { inputs } from './inputs.ts'
import { asks } from './steps.ts'

const today = () => {
  const midnight = new Date()
  midnight.setHours(0, 0, 0, 0)
  return midnight.toISOString()
}

/** A new profile begins as a day that repeats. */
const usual = () => ({
  charging_profile_kind: 'recurring',
  recurrency_kind: 'daily',
  start_schedule: today(),
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
  return (
    <EntityForm
      entity={chargingProfile}
      row={null}
      initial={{ ...usual(), ...(site && { site_id: site }) }}
      inputs={inputs}
      asks={asks}
      onClose={onClose}
    />
  )
}
