import { reporter } from '../every-version/message.ts'

interface NotifyPriorityCharging {
  transactionId: string
  activated: boolean
}

/**
 * A session charges with priority from now on, or does no more: as it was asked to, or by a person at the pile (K21.FR.05, K21.FR.08, K22.FR.03,
 * K22.FR.05). The answer is empty whatever it names (K21.FR.09, K22.FR.06).
 */
export const notifyPriorityCharging = reporter<NotifyPriorityCharging>(
  'NotifyPriorityCharging',
  async ({ transactionId, activated: on }, { events, received_at }) => {
    const transaction_id = await events.priority({ transaction_id: transactionId.trim(), on, received_at })
    return {
      answer: {},
      sign: transaction_id === null ? { shows: 'other' } : { shows: 'priority', transaction_id, on },
    }
  },
)
