import type pg from 'pg'
import type { Bus } from '../kit/bus.ts'
import type { ProxyTrust } from '../kit/client-address.ts'
import type { LivenessOptions } from './liveness.ts'
import type {
  Alarms,
  Cards,
  Certificates,
  CustomerReports,
  DynamicLimits,
  HeldProfiles,
  Live,
  Monitors,
  Newcomers,
  OutsideLimits,
  ReservationReports,
  Screens,
  SecurityLog,
  Sessions,
  SetAside,
  Settings,
  Settlements,
} from './ports.ts'
import type { Protocols } from './protocols.ts'
import type { GatewayLog } from './quiet-log.ts'

/** What the gateway works with, and what a test or a setting makes otherwise. */
export interface GatewayDeps {
  pool: pg.Pool
  /** To the other nodes; without it there are none. */
  bus?: Bus
  /** This node's number among all starts, once it has arrived. */
  node?: () => number
  sessions: Sessions
  cards: Cards
  alarms: Alarms
  /** None: nobody signs certificates here. */
  certificates?: Certificates
  /** None: nobody asks what piles watch here. */
  monitors?: Monitors
  customerReports?: CustomerReports
  screens?: Screens
  /** None: nobody gives piles dynamic profiles here. */
  limits?: DynamicLimits
  /** None: nobody keeps what other systems limit piles to here. */
  outside?: OutsideLimits
  /** None: nobody asks which profiles piles hold here. */
  profiles?: HeldProfiles
  /** None: nobody has piles reserve guns here. */
  reservations?: ReservationReports
  setAside: SetAside
  /** None: every pile is let in at once. */
  newcomers?: Newcomers
  /** None: nobody asks for reports of settings here. */
  settings?: Settings
  securityLog: SecurityLog
  /** None: nobody keeps what terminals say here. */
  settlements?: Settlements
  live: Live
  log: GatewayLog
  /** Those of protocols.ts unless a test adds one. */
  protocols?: Protocols
  /** OCPP_AUTH */
  auth: 'required' | 'optional'
  /** The operator's name in piles' certificates; without it no certificate lets anyone in. */
  operator?: string | null
  /** Of TRUSTED_PROXIES; nobody when it is left away. */
  trust?: ProxyTrust
  /** Keys the fingerprints of passwords that piles offer in vain; one for this start when it is left away. */
  fingerprintKey?: Uint8Array
  /** Days that the frame log is kept. */
  frameDays: number
  /** Messages a second that one pile may send for long (PILE_MESSAGES). */
  pileMessages?: number
  /** The largest frame of a pile and what all that arrive may hold together, in bytes. */
  frames?: { largest: number; together: number }
  /** How long a pile has to keep to its limit until it counts as calm. */
  calmAfterMs?: number
  /** How dead sockets are found; a test's times are short. */
  liveness?: Partial<LivenessOptions>
  /** How long a pile may stay away before that is an alarm. */
  offlineAfterMs?: number
  /** How long a pile sends old reports alone before its clock is said to be slow. */
  clockBehindAfterMs?: number
}
