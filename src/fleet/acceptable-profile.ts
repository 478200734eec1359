import { countProfiles, type InstalledProfile } from './charging-profiles.ts'
import type { ChargingProfile } from './messages.ts'
import type { Pile } from './pile.ts'

/** Whether the pile may take the profile: its place, its unit, its stack level, its size (clause 3.13.1). */
export function isAcceptable(pile: Pile, { connector: id, profile }: InstalledProfile): boolean {
  const { configuration, memory } = pile
  const { chargingProfilePurpose: purpose, stackLevel, transactionId, chargingSchedule } = profile
  const periods = chargingSchedule.chargingSchedulePeriod
  if (id !== 0 && !pile.connector(id)) return false
  if (purpose === 'ChargePointMaxProfile' && id !== 0) return false
  if (!fitsKind(profile)) return false
  const running = pile.connector(id)?.session?.transaction
  if (purpose === 'TxProfile' && !(running && (transactionId === undefined || transactionId === running.id)))
    return false
  const roomLeft = countProfiles(memory.profiles) < configuration.count('MaxChargingProfilesInstalled')
  const fits = periods.length > 0 && periods.length <= configuration.count('ChargingScheduleMaxPeriods')
  const unit = chargingSchedule.chargingRateUnit === 'A' ? 'Current' : 'Power'
  if (!configuration.list('ChargingScheduleAllowedChargingRateUnit').includes(unit)) return false
  return (
    roomLeft && fits && periods[0]?.startPeriod === 0 && stackLevel <= configuration.count('ChargeProfileMaxStackLevel')
  )
}

/** What OCPP 2.1 asks of priority (K01.FR.70) and of dynamic profiles, and of no others (K28.FR.03, K28.FR.04). */
function fitsKind({
  chargingProfileKind,
  chargingProfilePurpose,
  chargingSchedule,
  dynUpdateInterval,
}: ChargingProfile) {
  if (chargingProfilePurpose === 'PriorityCharging' && chargingSchedule.duration !== undefined) return false
  if (chargingProfileKind !== 'Dynamic') return dynUpdateInterval === undefined
  const [first, ...others] = chargingSchedule.chargingSchedulePeriod
  return first?.startPeriod === 0 && others.length === 0
}
