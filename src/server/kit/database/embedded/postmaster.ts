import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, settingsName, superuser } from './cluster.ts'
import { isAlive } from './process.ts'
import { run } from './run.ts'
import { type Address, settingsFile } from './settings.ts'

/** Starts the server and waits until it takes connections, crash recovery included. */
export async function start(cluster: Cluster, settings: Record<string, string>): Promise<void> {
  writeFileSync(join(cluster.folder, settingsName), settingsFile(settings))
  // Recovery after a crash of the machine replays at most max_wal_size; ten minutes is far beyond that.
  await pgCtl(cluster, ['start', '-w', '-t', '600', '-l', join(cluster.folder, 'postgres.log')])
}

/** Stops the server anyone who is connected; what is committed is safe in either mode. */
export async function stop(cluster: Cluster): Promise<void> {
  const pid = pidOf(cluster)
  if (!pid) return
  for (const { mode, withinMs } of [
    { mode: 'fast', withinMs: 3_000 },
    { mode: 'immediate', withinMs: 2_000 },
  ]) {
    // Without pg_ctl's own waiting: it would wait for the next server too, if someone starts one meanwhile.
    if (pidOf(cluster) === pid) await pgCtl(cluster, ['stop', '-W', '-m', mode]).catch(() => {})
    for (const began = Date.now(); Date.now() - began < withinMs; await sleep(10)) if (!isAlive(pid)) return
  }
  throw new Error(`The embedded database (process ${pid}) does not stop.`)
}

const pgCtl = ({ binaries, folder, account }: Cluster, args: string[]) =>
  run(binaries.pgCtl, [...args, '-s', '-D', folder], account)

/** Ends the server without a word; it does what it would do after a power cut. */
export function kill(cluster: Cluster): void {
  const pid = pidOf(cluster)
  if (pid && (serves(pid, cluster) || process.platform === 'win32')) process.kill(pid, 'SIGQUIT')
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
    ...connectionTo(administrationOf(cluster), address, database),
    application_name: `chargedeck process ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // its `end` says the same
  await client.connect()
  return client
}

/** The server's own administrator: holds the folder, makes the program's role and database, and does nothing else. */
export const administrationOf = ({ password }: Pick<Cluster, 'password'>): Login => ({ user: superuser, password })

interface Login {
  user: string
  password: string
}

export const connectionTo = (login: Login, address: Address, database: string) => ({ ...address, ...login, database })
