import type { InstalledProfile } from './charging-profiles.ts'
import type { Payload } from './frame.ts'
import type { IdTagInfo, StopReason } from './messages.ts'
import type { SessionLimit } from './session-limit.ts'
import type { Tariff } from './v21/tariff-cost.ts'

/** A transaction by the pile's own number; the name by which it is told is the central system's, known once it answered the start, or the pile's own. */
export interface KnownTransaction {
  local: number
  connector: number
  id_tag: string
  parent_tag?: string | undefined
  /** -1 when the central system never answered the start. */
  id?: number | string | undefined
  meter_start: number
  started_at: number
  stopped?: boolean
  /** How many of its events were made, where these are numbered. */
  events?: number
  /** What it told last of its charging. */
  charging?: string | undefined
  /** Why it charges no more, where it lasts until its cable is out. */
  over?: StopReason
  /** What it may come to, by the central system's latest word. */
  limit?: SessionLimit
  /** What it comes to, by the same. */
  cost?: number
  /** What it counts its cost by, where it has a tariff. */
  counted?: CountedTransaction
  /** It told that its limit holds it up. */
  held?: boolean
  remote?: number | undefined
  /** It charges with priority. */
  priority?: boolean
}

/** What a pile notes of a transaction to reckon its cost: its tariff, its register, and when nothing flowed. */
export interface CountedTransaction {
  tariff: Tariff
  points: { at: number; wh: number }[]
  idle: { from: number; to: number }[]
  /** Since when nothing flows. */
  idle_since?: number | undefined
}

/** A tariff for all sessions to come at an EVSE. */
export interface DefaultTariff {
  evse: number
  tariff: Tariff
}

/** A message about a transaction, kept until the central system has it. */
export interface QueuedMessage {
  action: string
  /** The pile's own number of the transaction that it belongs to. */
  local: number
  /** In 1.6 complete but for transactionId. */
  payload: Payload
  attempts: number
}

export interface Reservation {
  id: number
  connector: number
  id_tag: string
  parent_tag?: string | undefined
  expires_at: number
}

export type RootUse =
  | 'CentralSystemRootCertificate'
  | 'ManufacturerRootCertificate'
  // What charging by contract rests on: of 2.x alone.
  | 'V2GRootCertificate'
  | 'MORootCertificate'
  | 'OEMRootCertificate'

/** What a pile keeps of its certificates. */
export interface SecurityMemory {
  roots: { use: RootUse; pem: string }[]
  own: { chain: string; key: string } | null
}

/** A monitor of a variable, as the central system set it. */
export interface Monitor {
  id: number
  component: Payload
  variable: Payload
  type: string
  value: number
  severity: number
  transaction: boolean
}

/** A message on its screen, as it was set. */
export interface HeldMessage {
  id: number
  message: Payload
}

/** A connection as SetNetworkProfile wrote it. */
export interface SlotConnection {
  address: string
  profile: number
  interface: string
  message_seconds: number
  apn?: string
}

/** What a pile of 2.x keeps of how it connects. What is not in `slots` it has from the factory. */
export interface NetworkMemory {
  slots: Record<string, SlotConnection>
  order: string[]
  active: string
  /** The security profile of what it has from the factory. */
  factory_profile: number
}

/** What a pile keeps through a loss of power. Plain data, so that it can be written to a file. */
export interface PileMemory {
  firmware: string
  configuration: Record<string, string>
  /** Energy ever delivered by each connector, Wh with fractions; the meter tells whole ones. */
  registers_wh: number[]
  transactions: KnownTransaction[]
  next_local: number
  queue: QueuedMessage[]
  local_list: { version: number; tags: Record<string, IdTagInfo> }
  cache: Record<string, IdTagInfo>
  profiles: InstalledProfile[]
  reservations: Reservation[]
  /** Connectors that ChangeAvailability took out of service; 0 is the whole pile. */
  inoperative: number[]
  security: SecurityMemory
  /** How it connects, where it was told another way than it left the factory with. */
  network?: NetworkMemory
  /** What it costs. */
  tariffs?: DefaultTariff[]
  /** What is watched of its variables. */
  monitors?: Monitor[]
  /** What each connector's screen shows as the cost of its session, of the last one until another begins. */
  costs_shown?: Record<number, number>
  /** What its screen shows beside its maker's own messages. */
  messages?: HeldMessage[]
}

export function newMemory(firmware: string, registers_wh: number[]): PileMemory {
  return {
    firmware,
    configuration: {},
    registers_wh,
    transactions: [],
    next_local: 1,
    queue: [],
    local_list: { version: 0, tags: {} },
    cache: {},
    profiles: [],
    reservations: [],
    inoperative: [],
    security: { roots: [], own: null },
  }
}
