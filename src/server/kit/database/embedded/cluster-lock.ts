import { realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { newAddress } from './address.ts'
import type { Cluster } from './cluster.ts'
import { connect, pidOf, serves, start, stop } from './postmaster.ts'
import { isAlive } from './process.ts'
import type { Address } from './settings.ts'

/** Another Chargedeck works on this data folder. */
export class FolderInUse extends Error {}

/** A connection whose lock says that the data folder is ours; it lives as long as we use the server. */
export type ClusterLock = pg.Client

export interface Attempt {
  settingsFor(address: Address): Record<string, string>
  /** Where clients of an earlier start look for the server; without it, where it listens is free. */
  address?: Address
  signal: AbortSignal
}

// Held on the database `postgres`; any fixed number does.
const lock = 7_311_042_002
const patienceMs = 4_000
/** A pid file that names another person's process stays as it is, however long we wait. */
const strangerMs = 1_000

/**
 * Gets the cluster's server running and takes hold of it. One that runs already, left by a process that
 * was killed, is adopted; one that runs and does not answer is stopped and started again.
 */
export async function lockCluster(cluster: Cluster, attempt: Attempt): Promise<ClusterLock> {
  let failure = new Error('no answer')
  for (const began = Date.now(); Date.now() - began < 3 * patienceMs; await sleep(100)) {
    attempt.signal.throwIfAborted()
    try {
      const client = await reach(cluster, attempt)
      await lockOrRefuse(client, cluster)
      return client
    } catch (error) {
      if (error instanceof FolderInUse) throw error
      failure = error as Error
    }
    const pid = pidOf(cluster)
    if (isStranger(cluster, pid) && Date.now() - began > strangerMs) break
    if (pid && Date.now() - began > patienceMs && serves(pid, cluster)) await stop(cluster).catch(() => {})
  }
  throw new Error(startFailure(cluster, failure))
}

async function reach(cluster: Cluster, { settingsFor, address }: Attempt): Promise<pg.Client> {
  const pid = pidOf(cluster)
  if (pid && isAlive(pid)) {
    const running = await connect(cluster, 'postgres').catch((error: Error) => error)
    if (running instanceof pg.Client) return running
    if (serves(pid, cluster)) throw running // it starts, stops or hangs
  }
  await start(cluster, settingsFor(address ?? (await newAddress(cluster))))
  return connect(cluster, 'postgres')
}

async function lockOrRefuse(client: pg.Client, { folder, dataDir }: Cluster): Promise<void> {
  try {
    const { rows } = await client.query('show data_directory')
    if (realpathSync(rows[0].data_directory) !== folder) throw new Error('another server answers at its address')
    // A process that was killed this moment is still being noticed, one that stops takes its time.
    for (const began = Date.now(); Date.now() - began < patienceMs; await sleep(100)) {
      const tried = await client.query('select pg_try_advisory_lock($1) as got', [lock])
      if (tried.rows[0].got) return
    }
    throw new FolderInUse(
      `The data folder ${dataDir} is in use by another Chargedeck (${await holder(client)}). ` +
        'Stop that one, or set DATA_DIR to another folder.',
    )
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

async function holder(client: pg.Client): Promise<string> {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and ((classid::bigint << 32) | objid::bigint) = $1`,
    [lock],
  )
  return rows[0]?.application_name ?? 'it ended just now'
}

// Windows does not tell whose a process is.
const isStranger = (cluster: Cluster, pid: number | undefined): boolean =>
  pid !== undefined && process.platform !== 'win32' && isAlive(pid) && !serves(pid, cluster)

function startFailure(cluster: Cluster, failure: Error): string {
  const pid = pidOf(cluster)
  if (isStranger(cluster, pid))
    return (
      `${cluster.folder}/postmaster.pid names process ${pid}, which lives but is not this folder's database server. ` +
      'It is left from a crash: if no other machine uses this folder, remove that file and start again.'
    )
  return `The embedded database in ${cluster.folder} does not start: ${failure.message} See postgres.log there.`
}
