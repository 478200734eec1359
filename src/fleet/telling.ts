import type { InstalledProfile } from './charging-profiles.ts'
import type { Payload } from './frame.ts'
import type { KnownTransaction, PileMemory, QueuedMessage, Reservation } from './memory.ts'
import type { ConnectorStatus, ErrorCode, IdTagInfo, MeterValue, StopReason } from './messages.ts'
import type { Reading } from './meter.ts'
import type { Misbehaviour } from './misbehaviour.ts'
import type { PileModel } from './models.ts'
import type { SessionLimit } from './session-limit.ts'

/* What a pile tells, whichever version of OCPP it speaks: each version has a folder that puts it in its own words. */

/** A card that may charge. */
export interface Token {
  id_tag: string
  parent_tag?: string | undefined
  /** The number of the remote start that it came by. */
  remote?: number | undefined
}

export interface Fault {
  code: ErrorCode
  info?: string | undefined
  /** The maker's own code for it. */
  vendor?: string
  /** A warning is told, but charging goes on. */
  warning?: boolean
}

/** A connector as it is told. */
export interface Gun {
  readonly id: number
  readonly status: ConnectorStatus
  readonly errorCode: ErrorCode
  readonly fault: Fault | undefined
  readonly isPlugged: boolean
  readonly register_wh: number
  read(): Reading
}

export interface Said {
  action: string
  payload: Payload
}

export type Message = Omit<QueuedMessage, 'attempts'>

/** Why a pile starts. */
export type BootReason = 'PowerUp' | 'RemoteReset' | 'FirmwareUpdate' | 'Triggered'

export interface Beginning {
  token: Token
  at: number
  /** The card is good, or the cable came after it. */
  by: 'card' | 'cable'
  reservation: Reservation | undefined
}

export interface Ending {
  at: number
  meter_stop: number
  reason: StopReason
  idTag?: string | undefined
  samples?: MeterValue[]
}

/** Why a meter is told within a transaction. */
export type SampleCause = 'Sample.Periodic' | 'Sample.Clock' | 'Trigger'

/** What the central system answered to a message of a transaction. */
export interface TransactionAnswer {
  info?: IdTagInfo | undefined
  /** The central system's number of the transaction, where it gives one. */
  id?: number | undefined
  /** What the transaction may come to, where it said that. */
  limit?: SessionLimit
  /** What it comes to so far. */
  cost?: number | undefined
}

/** How the transactions of a pile are told. Promises resolve when the central system has it, or when it waits for the network. */
export interface TransactionTelling {
  begin(gun: Gun, beginning: Beginning): { transaction: KnownTransaction; sent: Promise<void> }
  sampled(gun: Gun, transaction: KnownTransaction, sample: { value: MeterValue; cause: SampleCause }): Promise<void>
  /** It charges no more. */
  end(gun: Gun, transaction: KnownTransaction, ending: Ending): Promise<void>
  /** A card is good and waits for the cable. */
  waits(gun: Gun, token: Token): void
  /** It waited too long. */
  waitedInVain(gun: Gun): void
  /** A cable is in, and no card waited for it. */
  plugged(gun: Gun): void
  unplugged(gun: Gun): Promise<void> | undefined
  /** Something changed: power flows or not. */
  follows(gun: Gun): void
  /** The central system gave its transaction a limit, and the pile keeps to it. */
  limitSet(gun: Gun): void
  /** A transaction that charges no more lasts until its cable is out. */
  holds(gun: Gun): boolean
  /** The message as it is sent. */
  complete(message: QueuedMessage): Payload
  /** What kind of message it is: of the start, in between, or the last one. */
  kindOf(message: Pick<QueuedMessage, 'action' | 'payload'>): 'start' | 'during' | 'end'
  answered(message: QueuedMessage, answer: Payload | undefined): TransactionAnswer
}

/** How a pile tells all else. */
export interface Telling {
  readonly subprotocol: string
  readonly transactions: TransactionTelling
  boot(reason: BootReason): Payload
  authorize(idTag: string): Payload
  authorized(answer: Payload): IdTagInfo
  /** What of a connector's state is told: only a change of it is. */
  stateOf(gun: Gun): string
  /** Of a connector, or of the whole pile; null where the version has no words for it. */
  status(gun: Gun | undefined): Said | null
  /** Of a meter outside of transactions. */
  meter(gun: Gun, value: MeterValue): Said
  /** A fault that came, or went; null where its status says it all. */
  fault(gun: Gun, fault: Fault, hasGone: boolean): Said | null
  /** That a reservation ran out; null where the version has no words for it. */
  reservationOver(id: number): Said | null
  /** That another system limits the pile, and that it does no more; null where the version has no words for it. */
  limited(limit: InstalledProfile): Said | null
  released(source: string): Said | null
  signCertificate(csr: string): Payload
  /** The action that tells how a signed update goes on. */
  readonly signedFirmware: string
}

/** What a version's words need of their pile. */
export interface TellingDeps {
  station: string
  model: PileModel
  wrong: Misbehaviour
  memory: PileMemory
  now(): number
  online(): boolean
  queue(message: Message): Promise<void>
}
