import { flawsOf } from './flaws.ts'
import type { ChargingProfile, Unit } from './profile.ts'

/** What a pile takes of profiles by its settings; null where it did not say (OCPP 1.6, 9.4; 2.1, K01.FR.120). */
export interface Takes {
  units: readonly Unit[] | null
  max_stack_level: number | null
  max_periods: number | null
  max_installed: number | null
  /** Those of sessions that charge with priority. */
  priority: boolean | null
  /** Those whose limit may be changed (K01.FR.121). */
  dynamic: boolean | null
  /** How long one holds while the pile is away. */
  offline: boolean | null
}

/** In 1.6 and in 2.x, where the count that is there has the most that there may be as its limit. */
const KEYS = {
  units: ['ChargingScheduleAllowedChargingRateUnit', 'SmartChargingCtrlr/RateUnit'],
  max_stack_level: ['ChargeProfileMaxStackLevel', 'SmartChargingCtrlr/ProfileStackLevel'],
  max_periods: ['ChargingScheduleMaxPeriods', 'SmartChargingCtrlr/PeriodsPerSchedule'],
  max_installed: ['MaxChargingProfilesInstalled', 'SmartChargingCtrlr/Entries[ChargingProfiles]'],
  purposes: ['SmartChargingCtrlr/SupportedAdditionalPurposes'],
  dynamic: ['SmartChargingCtrlr/SupportsFeature[DynamicProfiles]'],
  offline: ['SmartChargingCtrlr/SupportsFeature[MaxOfflineDuration]'],
} as const
export const TAKES_KEYS: readonly string[] = Object.values(KEYS).flat()

/** The standard says Current and Power; many a pile says the unit itself. */
const UNIT_WORDS: Readonly<Record<string, Unit>> = { current: 'A', a: 'A', power: 'W', w: 'W' }

export function takesOf(settings: readonly { key: string; value: string | null }[]): Takes {
  const told = new Map(settings.map(({ key, value }) => [key.toLowerCase(), value?.trim() ?? '']))
  const said = (keys: readonly string[]) => keys.map((key) => told.get(key.toLowerCase())).find(Boolean) ?? ''
  const count = (keys: readonly string[]) => {
    const value = said(keys)
    return /^\d+$/.test(value) ? Number(value) : null
  }
  const supports = (keys: readonly string[]) => {
    const value = said(keys).toLowerCase()
    return value === 'true' ? true : value === 'false' ? false : null
  }
  const words = said(KEYS.units).split(',')
  const purposes = KEYS.purposes.some((key) => told.has(key.toLowerCase())) ? said(KEYS.purposes).split(',') : null
  const units = [...new Set(words.flatMap((word) => UNIT_WORDS[word.trim().toLowerCase()] ?? []))]
  return {
    units: units.length > 0 ? units : null,
    max_stack_level: count(KEYS.max_stack_level),
    max_periods: count(KEYS.max_periods),
    max_installed: count(KEYS.max_installed),
    priority: purposes?.some((purpose) => purpose.trim().toLowerCase() === 'prioritycharging') ?? null,
    dynamic: supports(KEYS.dynamic),
    offline: supports(KEYS.offline),
  }
}

/** Why a pile cannot take a profile; the words are in the locales' `campaigns:why`. `takes_version`: what it speaks has none of its kind. */
export const CANNOT_TAKE = [
  ...(['takes_units', 'takes_levels', 'takes_steps', 'takes_profiles'] as const),
  ...(['takes_priority', 'takes_dynamic', 'takes_offline', 'takes_version'] as const),
] as const
export interface CannotTake {
  code: (typeof CANNOT_TAKE)[number]
  figure: string | number
}

const CODES: Readonly<Record<string, CannotTake['code']>> = {
  charging_rate_unit: 'takes_units',
  stack_level: 'takes_levels',
  periods: 'takes_steps',
}

/** `others`: how many profiles are in the pile that would stay there beside this one. */
export function cannotTake(profile: ChargingProfile, takes: Takes, others: number): CannotTake | null {
  if (profile.charging_profile_purpose === 'priority' && takes.priority === false)
    return { code: 'takes_priority', figure: '' }
  if (profile.charging_profile_kind === 'dynamic' && takes.dynamic === false)
    return { code: 'takes_dynamic', figure: '' }
  if (profile.max_offline_duration != null && takes.offline === false) return { code: 'takes_offline', figure: '' }
  const flaw = flawsOf(profile, { allowed: takes }).find(({ field }) => CODES[field])
  const code = flaw && CODES[flaw.field]
  if (code) return { code, figure: flaw.figures?.unit ?? flaw.figures?.max ?? '' }
  const { max_installed: most } = takes
  return most !== null && others + 1 > most ? { code: 'takes_profiles', figure: most } : null
}
