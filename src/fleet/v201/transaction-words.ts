import type { MeterValue, StopReason } from '../messages.ts'
import { isoOf } from '../open-transactions.ts'
import type { Gun, Token } from '../telling.ts'

/** Why an event is told, by why a transaction ends (3.82). */
export const TRIGGERS: Readonly<Record<StopReason, string>> = {
  DeAuthorized: 'Deauthorized',
  EmergencyStop: 'AbnormalCondition',
  EVDisconnected: 'EVCommunicationLost',
  HardReset: 'ResetCommand',
  Local: 'StopAuthorized',
  Other: 'AbnormalCondition',
  PowerLoss: 'AbnormalCondition',
  Reboot: 'ResetCommand',
  Remote: 'RemoteStop',
  SoftReset: 'ResetCommand',
  UnlockCommand: 'UnlockCommand',
}
/** Reasons that 2.0.1 has other words for (3.73). */
export const REASONS: Readonly<Partial<Record<StopReason, string>>> = {
  HardReset: 'ImmediateReset',
  SoftReset: 'ImmediateReset',
  UnlockCommand: 'Other',
}
/** After these the car is still there, and the transaction may last until it leaves. */
export const LEAVES_CAR: readonly StopReason[] = ['Local', 'Remote', 'DeAuthorized']
export const SAMPLES = {
  'Sample.Periodic': 'MeterValuePeriodic',
  'Sample.Clock': 'MeterValueClock',
  Trigger: 'Trigger',
}
const REGISTER = 'Energy.Active.Import.Register'

export const grantOf = ({ remote }: Token) => (remote === undefined ? 'Authorized' : 'RemoteStart')

export const registerAt = (at: number, wh: number, context: string): MeterValue => ({
  timestamp: isoOf(at),
  sampledValue: [{ value: String(wh), context, measurand: REGISTER, unit: 'Wh', location: 'Outlet' }],
})

/** What a transaction says of its charging; undefined where it has not begun to. */
export function chargingOf({ status }: Gun): string | undefined {
  return status === 'Charging' || status === 'SuspendedEV' || status === 'SuspendedEVSE' ? status : undefined
}
