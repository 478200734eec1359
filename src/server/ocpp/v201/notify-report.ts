import { reporter } from '../every-version/message.ts'
import { toldInReport } from './variables.ts'

interface NotifyReport {
  requestId: number
  seqNo: number
  /** More follow. */
  tbc?: boolean
  reportData?: Parameters<typeof toldInReport>[0]
}

/** A part of a report of variables (B07, B08). What it says is kept part by part; the question is answered when none is missing. */
export const notifyReport = reporter<NotifyReport>(
  'NotifyReport',
  async ({ requestId: request, seqNo: part, tbc = false, reportData = [] }, { events }) => {
    const isWhole = await events.settings({ request, part, isLast: !tbc, told: toldInReport(reportData) })
    return { answer: {}, sign: isWhole ? { shows: 'settings', request } : { shows: 'other' } }
  },
)
