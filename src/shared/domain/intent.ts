import type { PlainIntent } from '../commands/declare.ts'
import type { OfferedName, offered } from '../commands/index.ts'
import type { Diagnostics } from '../commands/upload-diagnostics.ts'
import type { Purpose, SentProfile, Unit } from './charging-profiles/profile.ts'
import type { Connection } from './network.ts'
import type { PileTariff } from './pile-tariff.ts'
import type { CertificateHash, CertificateUse, RootUse } from './root-certificate.ts'
import type { ScreenMessage } from './screen/message.ts'

/** What a pile can be asked to tell. */
export type Report =
  | 'boot'
  | 'heartbeat'
  | 'meter'
  | 'connector'
  | 'firmware'
  | 'signed_firmware'
  | 'diagnostics'
  | 'log'
  | 'certificate'
  | 'combined_certificate'
  | 'transaction'

/** Work on a pile that it tells of step by step. */
export type Maintenance = 'update_firmware' | 'update_signed_firmware' | 'upload_diagnostics' | 'upload_log'

/** A card in a pile's own list, and what it may there; null takes it out. `group`: whose cards end its sessions; `until`: its status ends then. */
export interface ListedCard {
  card_number: string
  status: 'Accepted' | 'Blocked' | 'Expired' | 'Invalid' | 'ConcurrentTx' | null
  group?: string | null
  until?: string | null
}

/** For whom a gun is kept; any card of the group may use it. */
interface Reserved {
  card_number: string
  until: string
  group?: string | null
}

/** Commands whose intent is another than their payload. */
type Made =
  | 'start'
  | 'stop'
  | 'priority'
  | 'trigger'
  | 'read_settings'
  | 'configure'
  | 'send_data'
  | 'upload_diagnostics'
  | 'install_certificate'
  | 'delete_certificate'
  | 'raise_profile'
  | 'write_network'
  | 'transaction_status'
  | 'show_message'
  | 'set_tariff'
  | 'clear_tariffs'
/** Those of `src/shared/commands` whose payload is the intent. */
type Plain = { [N in Exclude<OfferedName, Made>]: PlainIntent<(typeof offered)[N]> }[Exclude<OfferedName, Made>]

/**
 * What we ask of a pile, in our words; its protocol says it in its own. `ask` is the command's name (`src/shared/commands`).
 * Connector 0 is the pile with all that it has, null any connector.
 */
export type Intent =
  | Plain
  | { ask: 'start'; connector_number: number | null; card_number: string; group?: string | null }
  | { ask: 'stop'; transaction_id: string }
  /** The session charges with priority from now on, or does no more. */
  | { ask: 'priority'; transaction_id: string; on: boolean }
  | ({ ask: 'transaction_status' } & AskedTransaction)
  /** What the session costs so far, for the pile's screen. */
  | { ask: 'tell_cost'; transaction_id: string; cents: number }
  | ({ ask: 'show_message' } & ScreenMessage)
  /** An engineer may ask for more reports than people are offered. */
  | { ask: 'trigger'; message: Report; connector_number: number | null }
  | { ask: 'set_password'; password: string }
  /** No keys: all that the pile has, or as much of it as `only` says where its protocol can tell them apart. */
  | { ask: 'read_settings'; keys: readonly string[]; only?: OnlySettings }
  /** Another setting than its password. */
  | { ask: 'configure'; key: string; value: string }
  /** The same of several at once. */
  | { ask: 'configure_all'; settings: readonly { key: string; value: string }[] }
  /** A vendor's own message. */
  | { ask: 'send_data'; vendor_id: string; message_id: string | null; data: string | null }
  | { ask: 'set_profile'; connector_number: number; profile: SentProfile }
  /** The limit of a dynamic profile, by the number that the pile knows it by, in its unit. */
  | { ask: 'change_limit'; id: number; limit: number }
  /** All that fit everything that is not null. */
  | {
      ask: 'clear_profile'
      id: number | null
      connector_number: number | null
      purpose: Purpose | null
      stack_level: number | null
    }
  /** What the profiles come to from now on, for so many seconds. */
  | { ask: 'read_schedule'; connector_number: number; seconds: number; unit: Unit | null }
  /** Which profiles it holds; what it holds comes in reports of its own. */
  | { ask: 'read_profiles' }
  | { ask: 'card_list_version' }
  /** What sessions cost from now on that begin there; those that run keep their price. */
  | { ask: 'set_tariff'; connector_number: number; tariff: GivenTariff }
  /** No ids: all of them. */
  | { ask: 'clear_tariffs'; connector_number: number | null; ids: readonly string[] | null }
  | { ask: 'read_tariffs'; connector_number: number }
  /** None of these: an engineer's call says the rest. `touches`: what its pile tells anew afterwards. */
  | { ask: 'other'; touches?: 'monitors' | 'screen' | 'tariffs' }
  /** It is to connect by this security profile. */
  | { ask: 'raise_profile'; profile: number }
  /** How it may connect, into one of its slots; it goes on as it is. */
  | { ask: 'write_network'; slot: number; connection: Connection }
  /** A root to believe, in PEM. */
  | { ask: 'install_certificate'; use: RootUse; certificate: string }
  /** `use`: of what it was told; an engineer's call does not say. */
  | ({ ask: 'delete_certificate'; use?: CertificateUse } & CertificateHash)
  /** What was signed for it, in PEM, its own first; `request`: the number that its request bore. */
  | { ask: 'send_certificate'; chain: string; request?: number | null }
  /** `full`: the list holds nothing else afterwards. */
  | { ask: 'update_card_list'; version: number; full: boolean; cards: readonly ListedCard[] }
  /** `until`: as it was written; `reservation`: its number. */
  | ({ ask: 'reserve'; connector_number: number; reservation: number } & Reserved)
  | { ask: 'cancel_reservation'; reservation: number }
  | ({ ask: 'upload_diagnostics' } & MaintenanceWork & Transfer)
  | ({ ask: 'upload_log'; log: Exclude<Diagnostics, 'diagnostics'> } & MaintenanceWork & Transfer)
  | UpdateFirmware
  | UpdateSignedFirmware

/** Whether a pile still has reports of it. */
export interface AskedTransaction {
  transaction_id: string
  /** The number is the pile's own name: no order is its yet. */
  by_pile_name: boolean
}

/** Under the id that a pile names it by with each session's cost. Its content alone decides it. */
export interface GivenTariff extends PileTariff {
  id: string
  currency: string
}

/** Of a pile's settings: those that can be set, or those of a component and of all its instances. */
export type OnlySettings = 'settable' | { component: string }

/** Everything that may be asked, by its name. */
export type Ask = Intent['ask']
/** What is asked under a name. */
export type Asking<A extends Ask> = Intent extends infer I
  ? I extends { ask: infer B }
    ? A extends B
      ? I
      : never
    : never
  : never

export interface MaintenanceWork {
  /** By which the pile tells several of a kind apart; some have none. */
  request: number | undefined
  /** When it may begin (epoch ms), where that is said. */
  times: readonly number[]
  /** All the time that it may be tried again in. */
  retries_ms: number
}

/** The address that a pile fetches a file from or brings one to, and how often it tries by itself; null: as it likes. */
export interface Transfer {
  location: string
  retries: number | null
  retry_seconds: number | null
}

interface FirmwareFile extends MaintenanceWork, Transfer {
  /** When it may begin. */
  at: string
  /**
   * What the pile ran when it was asked, and what the file is, as far as either is known: what it says of itself after a start shows
   * that it is installed.
   */
  version: { before: string | null; after: string | null }
}

export interface UpdateFirmware extends FirmwareFile {
  ask: 'update_firmware'
}

/**
 * It installs what was signed by the key of this certificate (PEM), with this signature (base64), and nothing else; both are empty where a protocol has
 * one call for what is signed and what is not.
 */
export interface UpdateSignedFirmware extends FirmwareFile {
  ask: 'update_signed_firmware'
  certificate: string
  signature: string
  /** When it may install; null: as soon as it can. */
  install_at: string | null
}

/** What of a pile's reports is kept aside. */
export type KeptAside = 'readings' | 'stop'
