import type { ChargingState } from '../../../shared/domain/transaction-fold.ts'
import { reporter } from '../every-version/message.ts'
import { LARGEST, ownNumber } from '../every-version/own-number.ts'
import { readInstant } from '../every-version/timestamp.ts'
import { CallRefused } from '../framing.ts'
import type { TakenTransaction } from '../pile-transactions.ts'
import type { TransactionKind, TransactionReport } from '../ports.ts'
import type { Caller, Outcome } from '../protocol.ts'
import { cardOf, type IdToken, tokenInfo } from './id-tokens.ts'
import { type Evse, placeOf } from './places.ts'
import { withMoney } from './running-cost.ts'
import { type MeterValue, readingsOf } from './sampled-values.ts'

export interface TransactionEvent {
  eventType: string
  timestamp: string
  triggerReason: string
  seqNo: number
  offline?: boolean
  reservationId?: number
  transactionInfo: {
    transactionId: string
    chargingState?: string
    stoppedReason?: string
    remoteStartId?: number
  }
  evse?: Evse
  idToken?: IdToken
  meterValue?: MeterValue[]
}

const KINDS = new Map<string, TransactionKind>([
  ['Started', 'started'],
  ['Updated', 'updated'],
  ['Ended', 'ended'],
])
const CHARGING = new Map<string | undefined, ChargingState>([
  ['Charging', 'charging'],
  ['EVConnected', 'connected'],
  ['SuspendedEV', 'held_by_vehicle'],
  ['SuspendedEVSE', 'held_by_pile'],
  ['Idle', 'idle'],
])
const LIMITS = new Set(['CostLimitReached', 'EnergyLimitReached'])
/** The standard's id has 36 characters. */
const LONGEST_ID = 100

/** One event of a transaction: it begins, goes on, ends (E01 to E15). Acknowledged once it is stored. */
export const transactionEvent = reporter<TransactionEvent>('TransactionEvent', (call, caller) =>
  withMoney(takeEvent(call, caller), call, { events: caller.events, limitsOf: null }),
)

/** `more`: what only a later version tells. */
export function takeEvent(
  call: TransactionEvent,
  caller: Caller,
  more: Pick<TransactionReport, 'cost' | 'terminal'> = {},
): Outcome | Promise<Outcome> {
  const taken = caller.events.transaction({ ...reportOf(call, caller), ...more })
  if (taken instanceof Promise) return taken.then((told) => answered(call, told))
  const { readings, event, connector_number } = taken
  return { answer: {}, readings, event, sign: { shows: 'meter', connector_number } }
}

/** idTokenInfo where an idToken came (C01 to C06); what it cost where that is known (I02.FR.01 and others). */
function answered(call: TransactionEvent, { info: told, total_cents, sign }: TakenTransaction): Outcome {
  const info = call.idToken && tokenInfo(told ?? { status: 'Accepted' })
  return {
    answer: { ...(total_cents !== null && { totalCost: total_cents / 100 }), ...(info && { idTokenInfo: info }) },
    sign,
  }
}

function reportOf(call: TransactionEvent, { events, flag, received_at, message_id }: Caller): TransactionReport {
  const { transactionInfo: info, evse } = call
  const kind = KINDS.get(call.eventType)
  if (!kind) throw new CallRefused('property', '/eventType is none of the standard')
  if (call.seqNo < 0 || call.seqNo > LARGEST) throw new CallRefused('property', '/seqNo is out of range')
  const transaction_id = info.transactionId.trim()
  if (transaction_id === '' || transaction_id.length > LONGEST_ID)
    throw new CallRefused('property', '/transactionInfo/transactionId is no id')
  return {
    ...{ transaction_id, kind, seq_no: call.seqNo, received_at, message_id },
    at: readInstant(call.timestamp, flag),
    connector_number: evse ? placeOf(evse, events) : null,
    // Without a need to authorize there is a token that names nobody (C02).
    card_number: cardOf(call.idToken),
    charging: CHARGING.get(info.chargingState) ?? null,
    reason: reasonOf(kind, call),
    offline: call.offline === true,
    remote_start: ownNumber(info.remoteStartId),
    reservation_id: ownNumber(call.reservationId),
    readings: readingsOf(call.meterValue, flag),
  }
}

/** Of an end; or that a limit holds it up (2.1: E16.FR.05). Of costs no stoppedReason says it, and the standard's default is Local (E06, 1.60). */
function reasonOf(kind: TransactionKind, { triggerReason, transactionInfo }: TransactionEvent): string | null {
  const isLimit = LIMITS.has(triggerReason)
  if (kind !== 'ended') return isLimit ? triggerReason : null
  return isLimit ? triggerReason : (transactionInfo.stoppedReason ?? 'Local')
}
