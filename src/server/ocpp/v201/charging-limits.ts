import type { LimitSource, OutsideSchedule } from '../../../shared/domain/charging-profiles/outside-limit.ts'
import { isoOrNull } from '../../kit/instants.ts'
import { orNull, unitOf } from '../every-version/charging-profiles.ts'
import { handler } from '../every-version/message.ts'
import { readInstant } from '../every-version/timestamp.ts'
import type { Payload } from '../framing.ts'
import type { Caller } from '../protocol.ts'
import { gunOf } from './places.ts'

/* What other systems limit a pile to (K11 to K13). */

const SOURCES: Readonly<Record<string, LimitSource>> = {
  EMS: 'energy_management',
  SO: 'grid_operator',
  // A pile should not say it (K11.FR.05); it is kept as it is said.
  CSO: 'network_operator',
}

/** In 2.1 it may be any word. */
const sourceOf = (word: string): LimitSource => SOURCES[word] ?? 'other'

interface Step {
  startPeriod: number
  numberPhases?: number
  /** In 2.1 a step may have other bounds instead, or one for each phase. */
  limit?: number
  limit_L2?: number
  limit_L3?: number
  setpoint?: number
}

/** Amperes are those of each phase, watts those of all (2.1, 2.16): of phases that differ the least amperes, the sum of watts. */
function limitOf({ limit, setpoint, limit_L2, limit_L3 }: Step, unit: 'A' | 'W'): number | null {
  // One to give back says nothing of what may be drawn.
  if (limit === undefined) return setpoint === undefined || setpoint < 0 ? null : setpoint
  const phases = [limit, limit_L2, limit_L3].filter((one) => one !== undefined)
  return unit === 'A' ? Math.min(...phases) : phases.reduce((sum, one) => sum + one)
}

function scheduleOf(schedule: Payload, flag: Caller['flag']): OutsideSchedule {
  const { startSchedule, duration } = schedule
  const unit = unitOf(schedule)
  const steps = (schedule.chargingSchedulePeriod ?? []) as Step[]
  return {
    starts_at: typeof startSchedule === 'string' ? isoOrNull(readInstant(startSchedule, flag) || null) : null,
    duration: orNull(duration),
    charging_rate_unit: unit,
    periods: steps.map((step) => ({
      start: step.startPeriod,
      limit: limitOf(step, unit),
      // 0 is no number of phases, and none said is all.
      phases: step.numberPhases || null,
    })),
  }
}

interface NotifyChargingLimit {
  /** None, or 0: the whole pile. */
  evseId?: number
  chargingLimit: {
    chargingLimitSource: string
    isGridCritical?: boolean
    /** Of 2.1. */
    isLocalGeneration?: boolean
  }
  /** Left out where EnableNotifyChargingLimitWithSchedules is false (K11.FR.03). */
  chargingSchedule?: Payload[]
}

const notifyChargingLimit = handler<NotifyChargingLimit>(
  'NotifyChargingLimit',
  async ({ evseId = 0, chargingLimit, chargingSchedule = [] }, { events, received_at, flag }) => {
    const { chargingLimitSource, isGridCritical, isLocalGeneration = false } = chargingLimit
    await events.limited({
      ...{ evse: gunOf(evseId, 1), source: sourceOf(chargingLimitSource), local_generation: isLocalGeneration },
      ...{ grid_critical: orNull<boolean>(isGridCritical), received_at },
      schedules: chargingSchedule.map((schedule) => scheduleOf(schedule, flag)),
    })
    return {}
  },
)

interface ClearedChargingLimit {
  chargingLimitSource: string
  evseId?: number
}

/** K13.FR.02. One that names no EVSE ends what its source said of any. */
const clearedChargingLimit = handler<ClearedChargingLimit>(
  'ClearedChargingLimit',
  async ({ chargingLimitSource, evseId }, { events }) => {
    const evse = evseId === undefined ? null : gunOf(evseId, 1)
    await events.released({ source: sourceOf(chargingLimitSource), evse })
    return {}
  },
)

export const chargingLimits = [notifyChargingLimit, clearedChargingLimit]
