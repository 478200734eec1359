import type { Intent } from '../../../shared/domain/intent.ts'
import type { OurCall } from '../protocol.ts'
import { read as before } from '../v201/call-intents.ts'
import { profileRead } from '../v201/charging-profiles.ts'
import { WORDS } from './charging-profiles.ts'
import { tariffCall } from './tariffs.ts'

const READ = new Map<string, (call: OurCall) => Intent | null>(
  Object.entries<(call: OurCall) => Intent | null>({
    ...profileRead(WORDS),
    UsePriorityCharging: ({ payload: { transactionId, activate } }) => ({
      ...{ ask: 'priority', transaction_id: String(transactionId), on: activate === true },
    }),
  }),
)

/** As in 2.0.1, and what 2.1 has beyond it. */
export const read = (call: OurCall): Intent => READ.get(call.action)?.(call) ?? tariffCall(call) ?? before(call)
