import { profileSay } from '../v201/charging-profiles.ts'
import { newerPayload } from '../v201/display-messages.ts'
import { SAY as before, type Say, showing } from '../v201/intents.ts'
import { NEWER_WORDS, writing } from '../v201/network.ts'
import { NEWER_USES, rootSay } from '../v201/roots.ts'
import { WORDS } from './charging-profiles.ts'
import { tariffWords } from './tariffs.ts'

/** What we ask for as in 2.0.1, and what 2.1 has beyond it. */
export const SAY: Say = {
  ...before,
  ...profileSay(WORDS),
  show_message: (message) => showing(newerPayload(message)),
  ...tariffWords,
  ...rootSay(NEWER_USES),
  write_network: writing(NEWER_WORDS),
  // It knows by the number which of its requests that is (A02.FR.25).
  send_certificate: ({ request, ...sent }, command) => {
    const call = before.send_certificate?.(sent, command) ?? null
    return call && { ...call, payload: { ...call.payload, ...(typeof request === 'number' && { requestId: request }) } }
  },
  // K28.
  change_limit: ({ id: chargingProfileId, limit }) => ({
    action: 'UpdateDynamicSchedule',
    payload: { chargingProfileId, scheduleUpdate: { limit } },
  }),
  // K21.
  priority: ({ transaction_id: transactionId, on: activate }) => ({
    action: 'UsePriorityCharging',
    payload: { transactionId, activate },
  }),
}
