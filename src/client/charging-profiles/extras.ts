import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import type { ChargingProfileParts } from './parts.ts'
import { asks } from './steps.ts'

const Steps = lazy(() => import('./inputs.ts').then(({ inputs }) => ({ default: inputs.periods })))
const Hours = lazy(() => import('./inputs.ts').then(({ inputs }) => ({ default: inputs.duration })))
const Rate = lazy(() => import('./inputs.ts').then(({ inputs }) => ({ default: inputs.min_charging_rate })))
const Level = lazy(() => import('./inputs.ts').then(({ inputs }) => ({ default: inputs.stack_level })))
const Moment = lazy(() => import('./inputs.ts').then(({ inputs }) => ({ default: inputs.start_schedule })))

export const chargingProfileExtras = (parts: ChargingProfileParts): EntityExtras => ({
  inputs: {
    ...{ periods: Steps, duration: Hours, min_charging_rate: Rate, stack_level: Level },
    ...{ start_schedule: Moment, valid_from: Moment, valid_to: Moment },
  },
  asks,
  List: lazy(() => import('./profile-list.tsx').then((module) => ({ default: module.ProfileList }))),
  Create: lazy(() => import('./create-profile.tsx').then((module) => ({ default: module.CreateProfile }))),
  Page: lazy(() => import('./profile-page.tsx').then((module) => ({ default: module.profilePage(parts) }))),
})
