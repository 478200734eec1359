import type { Logger } from 'pino'
import type { Bus } from '../kit/bus.ts'
import type { Opened } from '../kit/database/pool.ts'
import type { BackupPlace } from './backup-task.ts'
import type { ReadyDatabase } from './database.ts'
import type { PileSettings } from './pile-side.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import type { Shutdown } from './shutdown.ts'

/** What a server is composed of besides its features. */
export interface ServerDeps {
  settings: Pick<
    Settings,
    'sso' | 'tls' | 'publicUrl' | 'pileUrl' | 'trustedProxies' | 'captcha' | 'files' | 'map' | 'senders'
  > &
    PileSettings &
    Partial<
      Pick<
        Settings,
        | 'dataDir'
        | 'host'
        | 'diskMargin'
        | 'metricsToken'
        | 'metricsFrom'
        | 'addressConnections'
        | 'firmwareDownloads'
        | 'diagnosticsBytes'
        | 'push'
        | 'nats'
        | 'nodeName'
        | 'drainSeconds'
      >
    >
  secrets: Secrets
  version: string
  log: Logger
  database: Opened & Pick<ReadyDatabase, 'clock' | 'replica'>
  shutdown: Shutdown
  /** Where backups are made by themselves; null for a database of the operator's own. */
  backups?: BackupPlace | null | undefined
  /** To the other nodes; without it there are none. */
  bus?: Bus
  /** The built console's folder, if there is one. */
  consoleFolder: string | undefined
}
