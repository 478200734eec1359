import { handler } from '../every-version/message.ts'
import { CallRefused } from '../framing.ts'

const DAY_MS = 86_400_000

interface ChainStatus {
  certificateStatusRequests: { certificateHashData: object; source: string }[]
}

/**
 * What follows only of calls that are never made from here but by an engineer's hand, who finds it in the protocol log: batteries that are
 * changed (S02), control of what flows into the grid (R04).
 */
const none = (action: string, what: string) =>
  handler(action, () => {
    throw new CallRefused('not_supported', `${what} is not done here`)
  })

export const unserved = [
  none('BatterySwap', 'changing batteries'),
  none('NotifyDERAlarm', 'grid control'),
  none('NotifyDERStartStop', 'grid control'),
  none('ReportDERControl', 'grid control'),
  // The pile goes on with NotifyEvent (N11.FR.05, N11.FR.07).
  handler('OpenPeriodicEventStream', () => ({ status: 'Rejected' })),
  handler('ClosePeriodicEventStream', () => ({})),
  // Nobody is asked about cars' certificates, as in GetCertificateStatus (M07.FR.02).
  handler<ChainStatus>('GetCertificateChainStatus', ({ certificateStatusRequests: asked }, { received_at }) => ({
    certificateStatus: asked.map(({ certificateHashData, source }) => ({
      ...{ certificateHashData, source, status: 'Failed' },
      nextUpdate: new Date(received_at + DAY_MS).toISOString(),
    })),
  })),
]
