import type { Intent } from '../../../shared/domain/intent.ts'
import type { Payload } from '../framing.ts'
import type { OurCall } from '../protocol.ts'
import { read as before } from '../v201/call-intents.ts'
import { profileRead } from '../v201/charging-profiles.ts'
import { WORDS } from './charging-profiles.ts'
import { tariffCall } from './tariffs.ts'

const READ = new Map<string, (call: OurCall) => Intent | null>(
  Object.entries<(call: OurCall) => Intent | null>({
    ...profileRead(WORDS),
    UpdateDynamicSchedule: ({ payload: { chargingProfileId, scheduleUpdate } }) => {
      const { limit, ...others } = scheduleUpdate as Payload
      const isPlain = typeof limit === 'number' && Object.keys(others).length === 0
      return isPlain ? { ask: 'change_limit', id: Number(chargingProfileId), limit } : null
    },
    UsePriorityCharging: ({ payload: { transactionId, activate } }) => ({
      ...{ ask: 'priority', transaction_id: String(transactionId), on: activate === true },
    }),
  }),
)

/** As in 2.0.1, and what 2.1 has beyond it. */
export const read = (call: OurCall): Intent => READ.get(call.action)?.(call) ?? tariffCall(call) ?? before(call)
