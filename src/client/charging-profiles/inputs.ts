import { HoursInput, RateInput } from './figure-inputs.tsx'
import { StepsInput } from './steps-input.tsx'

/** Fields of a profile that the kit's inputs would not serve. */
export const inputs = { periods: StepsInput, duration: HoursInput, min_charging_rate: RateInput }
