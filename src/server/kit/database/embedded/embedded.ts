import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Cluster, databaseName, prepareCluster } from './cluster.ts'
import { type Attempt, lockCluster } from './cluster-lock.ts'
import { addressOf, administrationOf, connect, connectionTo, kill, stop } from './postmaster.ts'
import { ensureDatabase, ensureProgramRole, programPasswordOf, programRole } from './role.ts'
import { type Address, serverSettings, throwawaySettings } from './settings.ts'

export interface EmbeddedOptions {
  /** Data that nobody will miss: not forced to the disk. For tests. */
  throwaway?: boolean
  /** The server was lost and came back (OOM killer, an operator's hand): connections made before are gone. */
  onRecovered?: () => void
  /** The server was lost and does not come back. */
  onLost?: (error: Error) => void
}

export interface Embedded {
  /** For openDatabase: the program's own database, as its owner and no more. */
  connection: pg.ClientConfig
  /** As the server's superuser: for tests, which make databases. */
  administration: pg.ClientConfig
  /** Where the database's files lie. */
  folder: string
  /** Stops the server; anyone who is connected is disconnected. Takes a few seconds at most. */
  stop(): Promise<void>
  /** Ends the server at once; what is committed is safe, the next start recovers it. */
  kill(): void
}

/** Starts the data folder's own PostgreSQL server, made on first use. Throws FolderInUse when another Chargedeck has it. */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const cluster = await prepareCluster(dataDir, !options.throwaway)
  const settingsFor: Attempt['settingsFor'] = (address) => ({
    ...serverSettings(address),
    ...(options.throwaway ? throwawaySettings : {}),
  })
  const stopping = new AbortController()
  const { signal } = stopping
  let hold = await lockCluster(cluster, { settingsFor, signal })
  const address = addressOf(cluster)
  if (!address) throw new Error(`The embedded database in ${cluster.folder} ended while it started.`)
  await ensureProgramRole(hold, dataDir)
  await ensureDatabase(hold, (database) => connect(cluster, database))

  const recover = async () => {
    if (signal.aborted) return
    try {
      hold = await lockCluster(cluster, { settingsFor, address, signal })
      hold.once('end', lost)
      options.onRecovered?.()
    } catch (error) {
      if (!signal.aborted) options.onLost?.(error as Error)
    }
  }
  let recovery = Promise.resolve()
  const lost = () => {
    recovery = recover()
  }
  hold.once('end', lost)

  return {
    connection: connectionTo(programOf(dataDir), address, databaseName),
    administration: connectionTo(administrationOf(cluster), address, 'postgres'),
    folder: cluster.folder,
    stop: async () => {
      stopping.abort()
      await recovery
      await stop(cluster)
      // Let go by the server's end and not before: until then nobody else may take the folder.
      await hold.end().catch(() => {})
      clearSocketFolder(cluster, address)
    },
    kill: () => {
      stopping.abort()
      kill(cluster)
    },
  }
}

const programOf = (dataDir: string) => ({ user: programRole, password: programPasswordOf(dataDir) })

// Only a folder with a long path has its socket elsewhere.
function clearSocketFolder({ folder }: Cluster, { host }: Address): void {
  if (host !== folder && host.startsWith(join(tmpdir(), 'chargedeck-'))) rmSync(host, { recursive: true, force: true })
}
