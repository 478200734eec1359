import type { Payload } from '../framing.ts'
import { examples as before } from '../v201/examples.ts'

/** As in 2.0.1, and what 2.1 has beyond it. */
export const examples: Readonly<Record<string, Payload>> = {
  ...before,
  AdjustPeriodicEventStream: { id: 1, params: {} },
  AFRRSignal: { timestamp: '', signal: 0 },
  ChangeTransactionTariff: { transactionId: '', tariff: {} },
  ClearDERControl: { isDefault: true },
  ClearTariffs: {},
  GetDERControl: { requestId: 1 },
  GetPeriodicEventStream: {},
  GetTariffs: { evseId: 1 },
  NotifyAllowedEnergyTransfer: { transactionId: '', allowedEnergyTransfer: ['DC'] },
  NotifyWebPaymentStarted: { evseId: 1, timeout: 60 },
  RequestBatterySwap: { requestId: 1, idToken: { idToken: '', type: 'ISO14443' } },
  SetDefaultTariff: { evseId: 0, tariff: {} },
  SetDERControl: { isDefault: true, controlId: '', controlType: 'EnterService' },
  UpdateDynamicSchedule: { chargingProfileId: 1, scheduleUpdate: {} },
  UsePriorityCharging: { transactionId: '', activate: true },
}
