import { object, status, whole } from '../fields.ts'
import { CallError, type Payload } from '../frame.ts'
import type { ChargingProfile } from '../messages.ts'
import { isoOf } from '../open-transactions.ts'
import type { CallHandler, Pile } from '../pile.ts'
import type { Variable } from '../v201/variable.ts'

/** That limits may be changed while the pile holds them, and hold for a time while it is away (K01.FR.121). */
export const supportedProfiles: Variable[] = ['DynamicProfiles', 'MaxOfflineDuration'].map((instance) => ({
  ...{ component: 'SmartChargingCtrlr', variable: 'SupportsFeature', instance, type: 'boolean', isConstant: true },
  read: () => 'true',
}))

/** How often a pile looks for limits that it is to ask for. */
const LOOK_MS = 5_000

const dynamicOf = (pile: Pile, id?: number): ChargingProfile[] =>
  pile.memory.profiles
    .map(({ profile }) => profile)
    .filter((one) => one.chargingProfileKind === 'Dynamic' && (id ?? one.chargingProfileId) === one.chargingProfileId)

/** The new limit holds at once (K28.FR.06, K28.FR.08, K28.FR.09). */
function apply(pile: Pile, id: number, { limit }: Payload) {
  if (typeof limit !== 'number') return
  for (const profile of dynamicOf(pile, id)) {
    const [period] = profile.chargingSchedule.chargingSchedulePeriod
    if (period) profile.chargingSchedule.chargingSchedulePeriod = [{ ...period, limit }]
    profile.dynUpdateTime = isoOf(pile.clock.now())
  }
  for (const connector of pile.connectors) connector.refresh()
}

const isDue = (now: number, { dynUpdateInterval: every, dynUpdateTime }: ChargingProfile) =>
  every !== undefined && every > 0 && now >= Date.parse(dynUpdateTime ?? '') + every * 1_000

/** Asks for the limits that are due (K28.FR.10). */
export async function pullLimits(pile: Pile): Promise<void> {
  const due = dynamicOf(pile).filter((profile) => isDue(pile.clock.now(), profile))
  for (const id of new Set(due.map(({ chargingProfileId }) => chargingProfileId))) {
    if (!pile.online) return
    const answer = await pile.peer.call('PullDynamicScheduleUpdate', { chargingProfileId: id }).catch(() => null)
    if (answer?.status === 'Accepted') apply(pile, id, (answer.scheduleUpdate ?? {}) as Payload)
  }
}

/** Dynamic profiles (K28). */
export function dynamicCommands(pile: Pile): Record<string, CallHandler> {
  const isAsked = () => dynamicOf(pile).some(({ dynUpdateInterval: every }) => every !== undefined && every > 0)
  pile.routines.add(
    () => (isAsked() ? LOOK_MS : 0),
    () => pullLimits(pile),
  )
  return {
    UpdateDynamicSchedule(payload) {
      const id = whole(payload, 'chargingProfileId')
      const update = object(payload, 'scheduleUpdate')
      if (update.limit !== undefined && typeof update.limit !== 'number')
        throw new CallError('TypeConstraintViolation', 'limit is no number')
      // K28.FR.11.
      if (dynamicOf(pile, id).length === 0)
        return { payload: { status: 'Rejected', statusInfo: { reasonCode: 'InvalidProfile' } } }
      apply(pile, id, update)
      return status('Accepted')
    },
  }
}
