import type { InstalledProfile } from './charging-profiles.ts'
import type { Payload } from './frame.ts'
import type { IdTagInfo } from './messages.ts'

/** A transaction by the pile's own number; the central system's is known once it answered the start. */
export interface KnownTransaction {
  local: number
  connector: number
  id_tag: string
  parent_tag?: string | undefined
  /** -1 when the central system never answered the start. */
  id?: number | undefined
  meter_start: number
  started_at: number
  stopped?: boolean
}

/** A message about a transaction, kept until the central system has it. */
export interface QueuedMessage {
  action: 'StartTransaction' | 'MeterValues' | 'StopTransaction'
  /** The pile's own number of the transaction that it belongs to. */
  local: number
  /** Complete but for transactionId. */
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

export type RootUse = 'CentralSystemRootCertificate' | 'ManufacturerRootCertificate'

/** What a pile keeps of its certificates. */
export interface SecurityMemory {
  roots: { use: RootUse; pem: string }[]
  own: { chain: string; key: string } | null
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
