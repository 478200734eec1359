import { reporter } from '../every-version/message.ts'

interface NotifyCustomerInformation {
  requestId: number
  seqNo: number
  /** More follow. */
  tbc?: boolean
  data: string
}

/**
 * A part of what a pile keeps of a customer, or its word that there is nothing or that it is cleared (N09.FR.05, N09.FR.06, N10.FR.03,
 * N10.FR.04, N10.FR.06). It is kept part by part; the question is answered when none is missing.
 */
export const notifyCustomerInformation = reporter<NotifyCustomerInformation>(
  'NotifyCustomerInformation',
  async ({ requestId: request, seqNo: part, tbc = false, data: text }, { events }) => {
    const isWhole = await events.customerReport({ request, part, isLast: !tbc, text })
    return { answer: {}, sign: isWhole ? { shows: 'customer_report', request } : { shows: 'other' } }
  },
)
