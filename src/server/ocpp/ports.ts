import type { OutsideLimit } from '../../shared/domain/charging-profiles/outside-limit.ts'
import type { SentProfile } from '../../shared/domain/charging-profiles/profile.ts'
import type { Cable, Charging, ConnectorState } from '../../shared/domain/connector-states.ts'
import type { KeptAside } from '../../shared/domain/intent.ts'
import type { ToldMonitor } from '../../shared/domain/monitors.ts'
import type { Condition } from '../../shared/domain/pile-conditions.ts'
import type { ScreenMessage } from '../../shared/domain/screen/message.ts'
import type { NumberedEvent } from '../../shared/domain/transaction-fold.ts'
import type { ToldSettings } from './told-settings.ts'

/**
 * What the piles' side needs of the features. The features implement these; the composition
 * root hands them over. Instants on this side are epoch milliseconds: the hot path builds no dates.
 */

/** A pile whose socket is open. */
export interface ConnectedPile {
  readonly id: number
  readonly station_number: string
  readonly site_id: number | null
}

/** What a pile is told of a card. */
/** What a pile is told of a card: any card of its group ends its sessions; until when all this holds, null for ever. */
export interface CardInfo {
  status: AuthorizationStatus
  group: string | null
  until: string | null
}

/** NoCredit: the card is good, and nothing is left to pay with. */
export type AuthorizationStatus = 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx' | 'NoCredit'

/** A report that is numbered within its transaction, where the protocol does that. */
interface Numbered {
  seq_no: number | null
}

/** One moment of a meter, in our units; null where the pile did not say. Energy is the register's, fractions kept. */
export interface Reading {
  at: number
  energy_wh: number | null
  /** The smallest step that the register's figure shows, at least 1 Wh: piles that say kWh with a digit show 100. */
  resolution_wh: number
  power_w: number | null
  current_ma: number | null
  voltage_mv: number | null
  soc: number | null
  temperature_c: number | null
}

/** No fault. */
export const NO_ERROR = 'NoError'

/** Where something happens. An EVSE is what charges one car at a time; where a protocol has none it bears its connector's number. */
interface Place {
  evse_number: number
  connector_number: number
}

export interface Start extends Place, Numbered {
  /** Null: charging began before anybody said who pays. */
  card_number: string | null
  meter_start_wh: number
  at: number
  received_at: number
  reservation_id: number | null
  /** The unique id of the message; null for what no message brought. */
  message_id: string | null
  /** Of a transaction that its pile names by itself: its name, and the number of the command that asked for it. */
  numbered?: { transaction_id: string; command_id: number | null }
}

export interface Stop extends Numbered {
  transaction_id: string
  card_number: string | null
  meter_stop_wh: number
  at: number
  received_at: number
  /** Local when the pile does not say. */
  reason: string
  readings: Reading[]
  /** The pile says that the cable is out. */
  isCableOut?: boolean
  /** So many events of the transaction are not here yet: it is billed for good once they are. */
  missing?: number
  /** The pile never said what its meter showed: what was drawn a person has to say. */
  isUnmeasured?: boolean
}

export interface Metered extends Place, Numbered {
  transaction_id: string | null
  readings: Reading[]
  received_at: number
}

export interface ConnectorReport extends Place {
  /** `Unknown` is a word that nobody knows. */
  status: ConnectorState | 'Unknown'
  /** Of a session that has ended there. */
  cable: Cable
  /** Of one that runs there. */
  charging: Charging
  /** NO_ERROR where there is none; a fault's code as it came. */
  error_code: string
  vendor_code: string | null
  info: string | null
  at: number
  received_at: number
}

/** Keeps piles waiting that are to be asked before they are let in. */
export interface Newcomers {
  mustWait(pile_id: number, starting: { isNew: boolean; isUpdated: boolean }): Promise<boolean>
}

/** A part of a report of settings; parts are numbered from 0 and come in any order. */
export interface SettingsReport {
  /** Of the question that it answers: our command's number. */
  request: number
  part: number
  isLast: boolean
  told: ToldSettings
}

export interface Settings {
  /** Keeps a part. It is durable when it resolves: true where the report is whole with it. */
  report(pile: ConnectedPile, report: SettingsReport): Promise<boolean>
}

/** A reservation by our number, and why its pile keeps it no more: its time is over, the pile took it back, or nobody began a session on it. */
export interface EndedReservation {
  reservation: number
  why: 'expired' | 'removed' | 'unused'
}

export interface ReservationReports {
  /** Durable when it resolves. */
  ended(pile: ConnectedPile, report: EndedReservation): Promise<void>
}

/** Another system limits the pile, or one EVSE of it, or tells what else there is. */
export interface OutsideLimitReport extends Omit<OutsideLimit, 'since' | 'told_at'> {
  received_at: number
}

/** It does no more: at one EVSE (0 is the whole pile), or (null) anywhere. */
export interface OutsideLimitEnd extends Pick<OutsideLimit, 'source'> {
  evse: number | null
}

/** A part of what a pile says that it holds of ours; `request` is our command's number. */
export interface ProfilesReport {
  request: number
  isLast: boolean
  /** 0 is the whole pile. */
  connector_number: number
  /** Those that our words are enough for, and the numbers of all. */
  told: readonly SentProfile[]
  numbers: readonly number[]
}

/** Which profiles piles hold. */
export interface HeldProfiles {
  /** Durable when it resolves. */
  report(pile: ConnectedPile, report: ProfilesReport): Promise<void>
}

/** What other systems limit piles to. */
export interface OutsideLimits {
  /** Durable when it resolves; what the same source said of the same place before is over. */
  limited(pile: ConnectedPile, report: OutsideLimitReport): Promise<void>
  /** Durable when it resolves. */
  released(pile: ConnectedPile, end: OutsideLimitEnd): Promise<void>
}

/** Limits that are changed while piles hold them. */
export interface DynamicLimits {
  /** The present one of a profile by the number that a pile knows it by; null where it holds no such. Durable when it resolves. */
  limitNow(pile: ConnectedPile, profile: number): Promise<number | null>
}

export type TransactionKind = NumberedEvent['kind']

/** What a session may cost and draw until its balance is used up; null where its pile does not keep to such a limit. */
export interface SpendingLimit {
  cents: number | null
  /** From its beginning, at the price of now; null as well where energy costs nothing. */
  energy_wh: number | null
}

/** Which limits of a session a pile keeps to. */
export interface KeptLimits {
  cost: boolean
  energy: boolean
}

/** In the answer to these readings, which are not stored yet. */
export interface MoneyAsked {
  readings: readonly ReadingRow[]
  /** Which limits a pile keeps to that told these, null where it never did; null: its protocol has none. */
  limitsOf: ((told: string | null) => KeptLimits) | null
}

/** What a pile may be told of what runs there. */
export interface SessionMoney {
  /** What it costs so far; null: its pile is not told, or nobody knows. */
  cents: number | null
  /** Null where no balance pays it, and where the pile was told. */
  limit: SpendingLimit | null
}

/** One event of a transaction that its pile names by itself and reports in numbered events. */
export interface TransactionReport extends Omit<NumberedEvent<Reading>, 'accepted'> {
  /** The pile's own name, unique at this pile alone. */
  transaction_id: string
  /** It happened while the pile was away. */
  offline: boolean
}

/** A session charges with priority from now on, or does no more; `transaction_id` is the pile's own name. */
export interface PriorityReport {
  transaction_id: string
  on: boolean
  received_at: number
}

/** Its row, ready for the journal's batch. */
export interface TransactionEventRow {
  pile_id: number
  transaction_id: string
  seq_no: number
  kind: TransactionKind
  at: number
  received_at: number
  /** The rest of it, as JSON. */
  said: string
}

/** What a pile says of a transaction when it is asked. */
export interface ToldTransaction {
  /** It runs still; null where the pile does not say. */
  runs: boolean | null
  /** Reports of it are still to come. */
  has_more: boolean
}

/** What followed of an event. */
export interface TransactionTold {
  /** Our number and the gun; null: no order follows from it yet. */
  order: { transaction_id: string; connector_number: number } | null
  /** Of its card; null where none was shown. */
  status: AuthorizationStatus | null
  /** Its readings as they are stored. */
  rows: ReadingRow[]
  /** What its gun is now; null: that is all as it was. */
  state: ConnectorState | null
  /** What it cost; null where that is not known yet. */
  total_cents: number | null
}

/** A reading's row, ready for the journal's batch. `order_id` 0: outside any order. */
export interface ReadingRow extends Reading {
  order_id: number
  pile_id: number
  connector_number: number
  received_at: number
}

export interface Sessions {
  /** Called when a pile's socket opens and before its first message is handled: loads its open orders. */
  opened(pile: ConnectedPile): Promise<void>
  /** Its socket is gone; the orders stay open. */
  closed(pile: ConnectedPile, at: number): void
  /** Opens the order, or finds the one a repeated start opened. Durable when it resolves. */
  start(pile: ConnectedPile, start: Start): Promise<{ transaction_id: string; status: AuthorizationStatus }>
  /**
   * Closes the order; a stop of one that is closed, unknown or -1, or that cannot be of this order (`misfit`), is kept aside
   * and acknowledged. Durable when it resolves.
   */
  stop(pile: ConnectedPile, stop: Stop): Promise<{ status: AuthorizationStatus | null; misfit?: true }>
  /**
   * Which order a report's readings belong to. Quick and without waiting: the journal commits the rows together with those
   * of other piles, then calls `measured`. Null: no open order is meant; the caller keeps the report aside.
   */
  belongs(pile: ConnectedPile, metered: Metered): { order_id: number } | null
  /**
   * The slow way for a report whose transaction does not run here: one that we ended without a word of its pile goes on.
   * Tells why it belongs to none.
   */
  rejoin(pile: ConnectedPile, metered: Metered): Promise<{ order_id: number } | { reason: string }>
  /** The rows are committed: the live price moves on, a balance that is used up stops the charging. */
  measured(pile: ConnectedPile, rows: ReadingRow[]): void
  /**
   * Whether an event only goes on where the one before it ended. Quick and without waiting: the journal commits it with its readings,
   * then calls `followed`. Null: it has to be taken with all that is known of its transaction, by `transaction`.
   */
  follows(pile: ConnectedPile, report: TransactionReport): { order_id: number; connector_number: number } | null
  /** It is committed. */
  followed(pile: ConnectedPile, row: TransactionEventRow): void
  /** Takes an event: its order begins, has a payer, ends by all events that are known. Durable when it resolves. */
  transaction(pile: ConnectedPile, report: TransactionReport): Promise<TransactionTold>
  /** What a pile may be told of a transaction that runs. Quick and without waiting: it is asked for every event's answer. */
  money(pile: ConnectedPile, transaction_id: string, asked: MoneyAsked): SessionMoney | null
  /** Its pile said that it stops at the limit that it was told. */
  limitTaken(pile: ConnectedPile, transaction_id: string): void
  /** Notes it at the order, durable when it resolves: our number, or null where none runs by that name. */
  priority(pile: ConnectedPile, report: PriorityReport): Promise<string | null>
  /** What a gun is at which something is plugged in, by what runs or waits there. */
  stateOfBusy(pile: ConnectedPile, connector_number: number): ConnectorState
  /** The gun that an EVSE without a connector means. */
  gunAt(pile: ConnectedPile, evse: number): number
  /** A connector's state changed: occupation begins or ends, an order settles. Durable when it resolves. */
  connector(pile: ConnectedPile, report: ConnectorReport): Promise<void>
}

export interface Cards {
  /**
   * May this card start at this pile now? Case-insensitive; too little balance is NoCredit, in use elsewhere ConcurrentTx. Null: the
   * pile asks for too many unknown numbers and is told of no other one for now. `knowsMasters`: the pile's protocol has cards that end
   * sessions and start none; any other is told that such a card is Invalid.
   */
  authorize(pile: ConnectedPile, card_number: string, knowsMasters: boolean): Promise<CardInfo | null>
  /** A status as a pile is told it of a card. */
  told(card_number: string | null, status: AuthorizationStatus): Promise<CardInfo>
}

export interface Alarms {
  /** Opens an alarm for a fault that lasts (an error code, status Faulted), or closes those that are over. */
  connector(pile: ConnectedPile, report: ConnectorReport): Promise<void>
  /** Readings were stored. Quick and without waiting: it is called for every report. */
  measured(pile: ConnectedPile, rows: readonly ReadingRow[]): void
  /** A pile's socket is gone. */
  gone(pile_id: number): void
  /** What a pile watches of itself and found out of its bounds, or well again; in whatever order. Durable when it resolves. */
  noticed(pile: ConnectedPile, conditions: readonly Condition[]): Promise<void>
  /** Something a person should look at that is no connector's state. */
  raise(
    pile: Pick<ConnectedPile, 'id'>,
    alarm: {
      code: string
      kind: 'offline' | 'command' | 'protocol' | 'security' | 'meter' | 'order' | 'certificate'
      connector_number: number | null
      message: string | null
      at: number
      order_id?: number
    },
  ): Promise<void>
  clear(pile: Pick<ConnectedPile, 'id'>, code: string, connector_number: number | null, at: number): Promise<void>
}

/** What a pile says of its security, in the standard's word or one of its maker. */
export interface ToldSecurityEvent {
  type: string
  /** own: of a type that the standard does not know. */
  severity: 'critical' | 'ordinary' | 'own'
  info: string | null
  /** By the pile's clock; null where that cannot be read. */
  at: number | null
  received_at: number
}

/** A tariff that a pile holds for sessions to come, at these guns by their EVSEs' numbers; none are named: at all. */
export interface HeldTariff {
  id: string
  evses: readonly number[]
  /** It holds later. */
  from: string | null
}

/** How a pile answered something about its tariffs. */
export interface TariffAnswer {
  isYes: boolean
  word: string
  /** What it holds, where it was asked for that. */
  tariffs: readonly HeldTariff[] | null
  /** A person asked for it, and not the server by itself. */
  byPerson: boolean
}

/** What a pile answers about monitors: the number that it gave one, or that it has none at all. */
export interface MonitorAnswer {
  number: number | null
  isEmpty: boolean
}

/** A part of what a pile says that it watches; `request` is our command's number. */
export interface MonitorsReport {
  request: number
  /** Nothing of it is missing. */
  isWhole: boolean
  told: readonly ToldMonitor[]
}

/** What piles watch. */
export interface Monitors {
  /** Durable when it resolves. */
  report(pile: ConnectedPile, report: MonitorsReport): Promise<void>
}

/** A part of what a pile says that its screen holds; `request` is our command's number. */
export interface ScreenReport {
  request: number
  /** Nothing of it is missing. */
  isWhole: boolean
  told: readonly ScreenMessage[]
}

/** What the screens of piles show. */
export interface Screens {
  /** Durable when it resolves. */
  report(pile: ConnectedPile, report: ScreenReport): Promise<void>
}

/** A part of what a pile tells of a customer; parts are numbered from 0 and come in any order. `request` is our command's number. */
export interface CustomerReportPart {
  request: number
  part: number
  isLast: boolean
  /** Personal: it stands in no log and goes to no browser by itself. */
  text: string
}

/** What piles tell of customers. */
export interface CustomerReports {
  /** Durable when it resolves: true where no part is missing any more. */
  report(pile: ConnectedPile, part: CustomerReportPart): Promise<boolean>
}

/** What a terminal says of a payment; `vat_asked`: a driver typed a VAT number there. */
export interface ToldSettlement {
  status: 'settled' | 'canceled' | 'rejected' | 'failed' | 'vat_asked'
  /** The payment's, by which it is told again. */
  reference: string
  /** The pile's own name of its session; null where none began. */
  transaction_id: string | null
  amount_cents: number | null
  /** By the pile's clock. */
  settled_at: number | null
  received_at: number
  info: string | null
  receipt_number: string | null
  receipt_url: string | null
  vat_number: string | null
  company: string | null
}

/** The list of what terminals say. */
export interface Settlements {
  /** Durable when it resolves. Our receipt's number where there is one. */
  keep(pile: ConnectedPile, told: ToldSettlement): Promise<{ receipt_number: string | null }>
}

/** The list of security events. */
export interface SecurityLog {
  /** Durable when it resolves. */
  keep(pile: ConnectedPile, event: ToldSecurityEvent): Promise<void>
}

/** Signs certificates for piles. */
export interface Certificates {
  /** Null, or why this request for one is turned down; `number`: by which the pile knows it. Durable when it resolves. */
  requested(pile: ConnectedPile, request: string, number: number | null): Promise<string | null>
  /** A pile was let in by a certificate: that is the one that it has. Durable when it resolves. */
  came(pile_id: number, fingerprint: string): Promise<void>
}

/** Tells browsers what changed. Cheap: it is called for every report and sends at most a few times a second. */
export interface Live {
  changed(entity: string, id: number): void
}

/** Keeps a report that belongs to no open order, for a person to look at. Of those that say the same, each occurrence counts. */
export interface SetAside {
  keep(pile: ConnectedPile, what: KeptAside, reason: string, payload: object): Promise<void>
}
