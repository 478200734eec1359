import { HoursInput, LevelInput, RateInput } from './figure-inputs.tsx'
import { SiteMomentInput } from './site-moment.tsx'
import { StepsInput } from './steps-input.tsx'

/** Fields of a profile that the kit's inputs would not serve. */
export const inputs = {
  periods: StepsInput,
  duration: HoursInput,
  min_charging_rate: RateInput,
  stack_level: LevelInput,
  start_schedule: SiteMomentInput,
  valid_from: SiteMomentInput,
  valid_to: SiteMomentInput,
}
