import type { ChargingProfile, ChargingSchedule } from './messages.ts'
import { MAINS_V } from './models.ts'

/** A profile in the pile's memory; connector 0 stands for the whole pile. */
export interface InstalledProfile {
  connector: number
  profile: ChargingProfile
  /** Whose it is, where another system than the central one set it. */
  source?: { name: string; critical: boolean }
}

/** The purpose of what other systems set. */
export const EXTERNAL = 'ChargingStationExternalConstraints'

/** Whose limit is asked: a connector, at an instant (ms), in a transaction since (ms) or none. */
export interface Moment {
  connector: number
  at: number
  since?: number | undefined
  /** Its transaction charges with priority. */
  priority?: boolean | undefined
  /** How long the central system has been away. */
  away_ms?: number | undefined
  phases: number
}

type Unit = ChargingSchedule['chargingRateUnit']
type Purpose = ChargingProfile['chargingProfilePurpose']

const DAY_MS = 86_400_000
const PERIOD_MS = { Daily: DAY_MS, Weekly: 7 * DAY_MS }

/** The instant from which a profile's schedule counts (OCPP 1.6, clause 3.13.2), or nothing when it does not run. */
function scheduleStart(profile: ChargingProfile, { at, since }: Moment): number | undefined {
  const { chargingProfileKind: kind, chargingSchedule, recurrencyKind = 'Daily' } = profile
  if (kind === 'Relative') return since ?? at
  if (kind === 'Dynamic') return profile.dynUpdateTime ? Date.parse(profile.dynUpdateTime) : at
  const start = chargingSchedule.startSchedule ? Date.parse(chargingSchedule.startSchedule) : since
  if (start === undefined || kind === 'Absolute') return start
  return start + Math.floor((at - start) / PERIOD_MS[recurrencyKind]) * PERIOD_MS[recurrencyKind]
}

function valid(profile: ChargingProfile, { at, away_ms = 0 }: Moment) {
  const { validFrom, validTo, maxOfflineDuration, isOver } = profile
  // OCPP 2.1, K01.FR.101 and K01.FR.102.
  if (isOver || (maxOfflineDuration !== undefined && away_ms > maxOfflineDuration * 1000)) return false
  return (!validFrom || Date.parse(validFrom) <= at) && (!validTo || at < Date.parse(validTo))
}

const inWatts = (limit: number, unit: Unit, phases: number) => (unit === 'W' ? limit : limit * MAINS_V * phases)

/** Watts that the profile allows at the moment; nothing when it says nothing about it. */
function profileLimit_w(profile: ChargingProfile, moment: Moment): number | undefined {
  const start = scheduleStart(profile, moment)
  if (start === undefined || !valid(profile, moment)) return undefined
  const { duration, chargingRateUnit, chargingSchedulePeriod } = profile.chargingSchedule
  const elapsed_s = (moment.at - start) / 1000
  if (elapsed_s < 0 || (duration !== undefined && elapsed_s >= duration)) return undefined
  const period = chargingSchedulePeriod.findLast(({ startPeriod }) => startPeriod <= elapsed_s)
  return period && inWatts(period.limit, chargingRateUnit, period.numberPhases ?? moment.phases)
}

/** The profile with the highest stack level that says something wins its purpose. */
function purposeLimit_w(installed: InstalledProfile[], purpose: Purpose, moment: Moment): number | undefined {
  return installed
    .filter(({ profile }) => profile.chargingProfilePurpose === purpose)
    .sort((a, b) => b.profile.stackLevel - a.profile.stackLevel || b.connector - a.connector)
    .map(({ profile }) => profileLimit_w(profile, moment))
    .find((limit) => limit !== undefined)
}

/** The limit of a connector without its share of the pile's: that of priority while its transaction has it, its transaction's, else the default's. */
export function connectorLimit_w(installed: InstalledProfile[], moment: Moment): number {
  const own = installed.filter(({ connector }) => connector === moment.connector || connector === 0)
  const ofTransaction = (purpose: Purpose) =>
    moment.since === undefined ? undefined : purposeLimit_w(own, purpose, moment)
  const priority = moment.priority ? ofTransaction('PriorityCharging') : undefined
  const transaction = priority ?? ofTransaction('TxProfile')
  return transaction ?? purposeLimit_w(own, 'TxDefaultProfile', moment) ?? Number.POSITIVE_INFINITY
}

/** The limit of all connectors together. */
export function pileLimit_w(installed: InstalledProfile[], moment: Moment): number {
  const own = purposeLimit_w(installed, 'ChargePointMaxProfile', moment) ?? Number.POSITIVE_INFINITY
  // The lowest of all: each of them holds.
  const outside = installed
    .filter(({ profile }) => profile.chargingProfilePurpose === EXTERNAL)
    .map((one) => purposeLimit_w([one], EXTERNAL, moment) ?? Number.POSITIVE_INFINITY)
  return Math.min(own, ...outside)
}

/** Installs a profile at its connectors; one of the same number, or of the same stack level and purpose there, gives way. */
export function install(installed: InstalledProfile[], profile: ChargingProfile, connectors: readonly number[]) {
  const { chargingProfileId, stackLevel, chargingProfilePurpose } = profile
  const kept = installed.filter(({ connector, profile: other }) => {
    if (other.chargingProfileId === chargingProfileId) return false
    const samePlace = connectors.includes(connector) && other.stackLevel === stackLevel
    return !(samePlace && other.chargingProfilePurpose === chargingProfilePurpose)
  })
  installed.splice(0, installed.length, ...kept, ...connectors.map((connector) => ({ connector, profile })))
}

/** Whether there is one of priority that says something at a connector now (K21.FR.01, K22.FR.01). */
export const hasPriority = (installed: InstalledProfile[], moment: Moment): boolean =>
  purposeLimit_w(
    installed.filter(({ connector }) => connector === moment.connector || connector === 0),
    'PriorityCharging',
    moment,
  ) !== undefined

/** How many profiles these are: one of an EVSE is at each of its connectors. */
export const countProfiles = (installed: readonly InstalledProfile[]): number =>
  new Set(installed.map(({ profile }) => profile.chargingProfileId)).size

/** The central system is back: what held no longer meanwhile does so again, or is over (K01.FR.102). */
export function endAway(installed: readonly InstalledProfile[], away_ms: number) {
  for (const { profile } of installed) {
    const { maxOfflineDuration: most, invalidAfterOfflineDuration } = profile
    if (invalidAfterOfflineDuration && most !== undefined && away_ms > most * 1000) profile.isOver = true
  }
}

/** A TxProfile ends with its transaction (OCPP 1.6, clause 3.13.1). */
export function dropTransactionProfiles(installed: InstalledProfile[], at: number) {
  const kept = installed.filter(
    ({ connector, profile }) => connector !== at || profile.chargingProfilePurpose !== 'TxProfile',
  )
  installed.splice(0, installed.length, ...kept)
}

/** ClearChargingProfile.req. */
export interface Clearing {
  id?: number | undefined
  connectorId?: number | undefined
  chargingProfilePurpose?: string | undefined
  stackLevel?: number | undefined
}

/** Removes the profiles that match everything asked; returns how many. */
export function clear(
  installed: InstalledProfile[],
  { id, connectorId, chargingProfilePurpose, stackLevel }: Clearing,
) {
  const matches = ({ connector, profile }: InstalledProfile) =>
    // It is not the central system's to clear.
    profile.chargingProfilePurpose !== EXTERNAL &&
    (id !== undefined
      ? profile.chargingProfileId === id
      : (connectorId ?? connector) === connector &&
        (chargingProfilePurpose ?? profile.chargingProfilePurpose) === profile.chargingProfilePurpose &&
        (stackLevel ?? profile.stackLevel) === profile.stackLevel)
  const kept = installed.filter((entry) => !matches(entry))
  const removed = installed.length - kept.length
  installed.splice(0, installed.length, ...kept)
  return removed
}

/** Instants (ms) within the window at which some profile may change its limit. */
function changes(installed: InstalledProfile[], moment: Moment, until: number): number[] {
  const instants = installed.flatMap(({ profile }) => {
    const { duration, chargingSchedulePeriod } = profile.chargingSchedule
    const offsets_s = [...chargingSchedulePeriod.map(({ startPeriod }) => startPeriod), ...(duration ? [duration] : [])]
    const every = PERIOD_MS[profile.recurrencyKind ?? 'Daily']
    const again = profile.chargingProfileKind === 'Recurring' ? Math.ceil((until - moment.at) / every) : 0
    const start = scheduleStart(profile, moment) ?? moment.at
    const starts = Array.from({ length: again + 1 }, (_, run) => start + run * every)
    const edges = [profile.validFrom, profile.validTo].map((edge) => Date.parse(edge ?? ''))
    return [...edges, ...starts.flatMap((from) => offsets_s.map((offset) => from + offset * 1000))]
  })
  return [...new Set([moment.at, ...instants.filter((at) => at > moment.at && at < until)])].sort((a, b) => a - b)
}

/** GetCompositeSchedule: what all profiles together allow from the moment on, in watts or amperes a phase. */
export function compositeSchedule(
  installed: InstalledProfile[],
  moment: Moment,
  { duration_s, unit, rated_w }: { duration_s: number; unit: Unit; rated_w: number },
): ChargingSchedule {
  const perUnit = unit === 'W' ? 1 : MAINS_V * moment.phases
  const periods = changes(installed, moment, moment.at + duration_s * 1000).map((at) => {
    const then = { ...moment, at }
    const own = moment.connector === 0 ? Number.POSITIVE_INFINITY : connectorLimit_w(installed, then)
    const watts = Math.min(rated_w, own, pileLimit_w(installed, then))
    return { startPeriod: Math.round((at - moment.at) / 1000), limit: Math.round((watts / perUnit) * 10) / 10 }
  })
  const merged = periods.filter((period, index) => period.limit !== periods[index - 1]?.limit)
  return {
    duration: duration_s,
    startSchedule: new Date(moment.at).toISOString(),
    chargingRateUnit: unit,
    chargingSchedulePeriod: merged,
  }
}
