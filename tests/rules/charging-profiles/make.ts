import type { ChargingProfile, Installed } from '../../../src/shared/domain/charging-profiles/profile.ts'

/** A profile that holds always, with what differs. */
export const makeProfile = (given: Partial<ChargingProfile> = {}): ChargingProfile => ({
  stack_level: 0,
  charging_profile_purpose: 'session_default',
  charging_profile_kind: 'absolute',
  recurrency_kind: null,
  valid_from: null,
  valid_to: null,
  duration: null,
  start_schedule: '2026-11-01T00:00:00Z',
  charging_rate_unit: 'W',
  min_charging_rate: null,
  periods: [{ start: 0, limit: 60_000, phases: null }],
  ...given,
})

export const daily = (given: Partial<ChargingProfile> = {}) =>
  makeProfile({ charging_profile_kind: 'recurring', recurrency_kind: 'daily', duration: 86_400, ...given })

export const at = (connector_number: number, profile: ChargingProfile): Installed => ({ connector_number, profile })

/** `[0, 120_000], [7, 90_000]`: from which hour on which limit. */
export const hours = (...steps: [hour: number, limit: number][]) =>
  steps.map(([hour, limit]) => ({ start: hour * 3600, limit, phases: null }))
