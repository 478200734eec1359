import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, settingsName, superuser } from './cluster.ts'
import { run } from './run.ts'
import { type Address, settingsFile } from './settings.ts'

/** Starts the server and waits until it takes connections, crash recovery included. */
export async function start(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  const { binaries, folder, account } = cluster
  writeFileSync(join(folder, settingsName), settingsFile(settings))
  const log = join(folder, 'postgres.log')
  // Recovery after a crash of the machine replays at most max_wal_size; ten minutes is far beyond that.
  await run(binaries.pgCtl, ['start', '-w', '-t', '600', '-s', '-D', folder, '-l', log], account)
}

/** Stops the server whoever is connected; what is committed is safe in either mode. */
export async function stop({ binaries, folder, account }: Cluster): Promise<void> {
  const stopped = (mode: string, seconds: string) =>
    run(binaries.pgCtl, ['stop', '-w', '-s', '-m', mode, '-t', seconds, '-D', folder], account)
  await stopped('fast', '6').catch(() => (pidOf({ folder }) ? stopped('immediate', '3') : undefined))
}

/** The process that the pid file names, if there is a pid file. */
export function pidOf({ folder }: Pick<Cluster, 'folder'>): number | undefined {
  return pidFile(folder)?.pid
}

/** Where the server said that it listens. */
export function addressOf({ folder }: Pick<Cluster, 'folder'>): Address | undefined {
  return pidFile(folder)?.address
}

// Lines of postmaster.pid: process, folder, start, port, socket folder, listen address, shared memory, status.
function pidFile(folder: string): { pid: number; address: Address | undefined } | undefined {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    const [port, socket, host] = lines.slice(3, 6).map((line) => line.trim())
    return { pid: Number(lines[0]), address: port ? { port: Number(port), host: socket || host || '' } : undefined }
  } catch {
    return undefined
  }
}

/** Whether a process is this cluster's server: the number in a left-over pid file may be anybody's by now. */
export function serves(pid: number, { folder }: Pick<Cluster, 'folder'>): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === folder
    if (process.platform === 'win32') return false
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(folder)
  } catch {
    return false
  }
}

/** Connects to the server of this very cluster. Throws while it starts, stops or is not there. */
export async function connect(cluster: Cluster, database: string): Promise<pg.Client> {
  const address = addressOf(cluster)
  if (!address) throw new Error('the server does not listen yet')
  const client = new pg.Client({
    ...connectionTo(cluster, address, database),
    application_name: `chargedeck process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // its `end` says the same
  await client.connect()
  return client
}

export const connectionTo = ({ password }: Pick<Cluster, 'password'>, address: Address, database: string) => ({
  ...address,
  user: superuser,
  password,
  database,
})
