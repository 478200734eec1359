import { EXTERNAL, type InstalledProfile } from '../charging-profiles.ts'
import { instant, maybe, oneOf, text, whole } from '../fields.ts'
import { CallError, type Payload } from '../frame.ts'
import type { ChargingProfile, ChargingSchedule } from '../messages.ts'

type Purpose = ChargingProfile['chargingProfilePurpose']

const OURS: Readonly<Record<string, Purpose>> = {
  ChargingStationMaxProfile: 'ChargePointMaxProfile',
  TxDefaultProfile: 'TxDefaultProfile',
  TxProfile: 'TxProfile',
  PriorityCharging: 'PriorityCharging',
  ChargingStationExternalConstraints: EXTERNAL,
}
const THEIRS: Readonly<Record<Purpose, string>> = {
  ChargePointMaxProfile: 'ChargingStationMaxProfile',
  TxDefaultProfile: 'TxDefaultProfile',
  TxProfile: 'TxProfile',
  PriorityCharging: 'PriorityCharging',
  [EXTERNAL]: EXTERNAL,
}

/** What a version takes beyond 2.0.1. */
export interface MoreProfiles {
  purposes: readonly Purpose[]
  kinds: readonly Kind[]
}

type Kind = ChargingProfile['chargingProfileKind']

/** 2.0.1 has these (3.10). */
const PURPOSES: readonly Purpose[] = ['ChargePointMaxProfile', 'TxDefaultProfile', 'TxProfile']

export const purposeFrom = (word: string): Purpose | undefined => OURS[word]

/** A profile as the pile keeps it, of the words of 2.0.1 (2.9); it takes one schedule of it. */
export function profileFrom(payload: Payload, more: MoreProfiles = { purposes: [], kinds: [] }): ChargingProfile {
  const purpose = purposeFrom(text(payload, 'chargingProfilePurpose'))
  // K01.FR.22: nobody but the pile's own surroundings may set an outside limit.
  if (!purpose || ![...PURPOSES, ...more.purposes].includes(purpose))
    throw new CallError('PropertyConstraintViolation', 'chargingProfilePurpose is none that can be set')
  const [schedule, ...others] = listOf(payload, 'chargingSchedule')
  if (!schedule || others.length > 0) throw new CallError('PropertyConstraintViolation', 'chargingSchedule is not one')
  const periods = listOf(schedule, 'chargingSchedulePeriod').map((period) => {
    if (typeof period.limit !== 'number') throw new CallError('TypeConstraintViolation', 'limit is no number')
    whole(period, 'startPeriod')
    return period as ChargingSchedule['chargingSchedulePeriod'][number]
  })
  maybe(instant, schedule, 'startSchedule')
  return {
    ...(payload as unknown as ChargingProfile),
    chargingProfileId: whole(payload, 'id'),
    stackLevel: whole(payload, 'stackLevel'),
    chargingProfilePurpose: purpose,
    chargingProfileKind: oneOf(payload, 'chargingProfileKind', ['Absolute', 'Recurring', 'Relative', ...more.kinds]),
    chargingSchedule: {
      ...(schedule as unknown as ChargingSchedule),
      chargingRateUnit: oneOf(schedule, 'chargingRateUnit', ['A', 'W']),
      chargingSchedulePeriod: periods,
    },
  }
}

/** The other way round, as a pile reports what it holds (K09). */
export function profileWords({ profile }: InstalledProfile): Payload {
  const { chargingProfileId: id, chargingProfilePurpose, chargingSchedule, ...rest } = profile
  const schedule = { ...chargingSchedule, id: (chargingSchedule as { id?: number }).id ?? id }
  return { ...rest, id, chargingProfilePurpose: THEIRS[chargingProfilePurpose], chargingSchedule: [schedule] }
}

function listOf(payload: Payload, key: string): Payload[] {
  const list = payload[key]
  if (!Array.isArray(list)) throw new CallError('TypeConstraintViolation', `${key} is no list`)
  return list as Payload[]
}
