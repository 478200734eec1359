import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveTo } from '../server/kit/database/embedded/account.ts'
import { type Cluster, databaseName, prepareCluster, settingsName } from '../server/kit/database/embedded/cluster.ts'
import { connect, pidOf, start, stop } from '../server/kit/database/embedded/postmaster.ts'
import { isAlive } from '../server/kit/database/embedded/process.ts'
import {
  ensureDatabase,
  ensureProgramRole,
  programPasswordOf,
  programRole,
} from '../server/kit/database/embedded/role.ts'
import { serverSettings, settingsFile, throwawaySettings } from '../server/kit/database/embedded/settings.ts'
import { freePort } from '../tools/free-port.mjs'
import { copyDatabase } from './copy-database.ts'

const LOOK_MS = 250
/** A primary that is silent for so long is taken for dead. */
const DEAD_LOOKS = 3

export interface PairOptions {
  folder: string
  /** Data that nobody will miss: what is committed survives the program, and not the machine. */
  throwaway?: boolean
  say(line: string): void
}

interface Member {
  name: string
  cluster: Cluster
  port: number
  /** Whether it is the one to be written to; at `/replica` whether it is the one that is only read. */
  role: Server
  rolePort: number
}

/**
 * A primary and a standby that has every commit before it is answered. When the primary dies the standby takes over, if it had all; the dead
 * one comes back as its standby. In production Patroni does this: it also agrees with machines elsewhere on who is dead.
 */
export class DatabasePair {
  readonly #options: PairOptions
  readonly members: Member[] = []
  readonly #frozen = new Set<number>()
  #primary = 0
  /** The standby has all that was answered. */
  #inSync = false
  #missed = 0
  #watching = false
  #stopping = false
  #round: Promise<void> = Promise.resolve()
  /** Times that a standby took over. */
  failOvers = 0

  constructor(options: PairOptions) {
    this.#options = options
  }

  async start(): Promise<void> {
    const dataDir = join(this.#options.folder, 'db1')
    // Root lends the database another account, which has to reach it.
    chmodSync(this.#options.folder, 0o711)
    const cluster = await prepareCluster(dataDir, !this.#options.throwaway)
    this.members.push(await this.#member('db1', cluster))
    await this.#run(0)
    const admin = await connect(cluster, 'postgres')
    await ensureProgramRole(admin, dataDir)
    await ensureDatabase(admin, (database) => connect(cluster, database))
    await admin.end()
    const second = join(this.#options.folder, 'db2')
    mkdirSync(second, { recursive: true, mode: 0o711 })
    copyFileSync(join(dataDir, 'postgres.password'), join(second, 'postgres.password'))
    const isElsewhere = cluster.folder !== join(realpathSync(dataDir), 'postgres')
    const folder = isElsewhere ? `${cluster.folder}-standby` : join(realpathSync(second), 'postgres')
    this.members.push(await this.#member('db2', { ...cluster, dataDir: second, folder }))
    await this.#follow(1)
    await this.#waitForSync()
    this.#watching = true
    void this.#watch()
  }

  get primary(): Member {
    return this.members[this.#primary] as Member
  }

  get standby(): Member {
    return this.members[1 - this.#primary] as Member
  }

  get inSync(): boolean {
    return this.#inSync
  }

  /** For DATABASE_URL, at an address that leads to the primary; for DATABASE_READ_URL at one that leads to the standby. */
  url(port: number): string {
    const password = programPasswordOf(join(this.#options.folder, 'db1'))
    return `postgres://${programRole}:${password}@127.0.0.1:${port}/${databaseName}`
  }

  pidOf(index: number): number | undefined {
    return pidOf((this.members[index] as Member).cluster)
  }

  /** As a power cut: no process of it says another word. Resolves with what it was called. */
  killPrimary(): string {
    return killed(this.primary)
  }

  /** The same of the standby; the primary goes on alone until it is made anew. */
  killStandby(): string {
    return killed(this.standby)
  }

  /** Its standby hears nothing more and says nothing, until it thaws. */
  freezeStandby(): { thaw(): void } {
    const pid = this.pidOf(1 - this.#primary)
    const all = pid ? [pid, ...childrenOf(pid)] : []
    for (const each of all) {
      this.#frozen.add(each)
      signalQuietly(each, 'SIGSTOP')
    }
    return { thaw: () => this.#thaw() }
  }

  #thaw(): void {
    for (const each of this.#frozen) signalQuietly(each, 'SIGCONT')
    this.#frozen.clear()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    // What is frozen does not end.
    this.#thaw()
    await this.#round
    for (const { cluster, role } of this.members) {
      role.close()
      role.closeAllConnections()
      await stop(cluster).catch(() => {})
    }
  }

  async #member(name: string, cluster: Cluster): Promise<Member> {
    const role = createServer(({ url }, answer) => {
      const isPrimary = this.members[this.#primary]?.name === name
      const isAsked = isPrimary === (url !== '/replica') && isRunning(cluster)
      answer.writeHead(isAsked ? 200 : 503).end()
    })
    await new Promise<void>((resolve) => role.listen(0, '127.0.0.1', resolve))
    return { name, cluster, role, rolePort: (role.address() as AddressInfo).port, port: await freePort() }
  }

  #settings(index: number, synchronous: boolean): Record<string, string> {
    const { port } = this.members[index] as Member
    const other = this.members[1 - index]
    const primary = other && `host=127.0.0.1 port=${other.port} user=chargedeck application_name=standby`
    return {
      ...serverSettings({ host: '127.0.0.1', port }),
      ...(this.#options.throwaway && { ...throwawaySettings, synchronous_commit: 'on' }),
      ...{ wal_keep_size: '512MB', max_connections: '300', wal_receiver_timeout: '5s', wal_sender_timeout: '5s' },
      // What is read there is not cancelled when the primary tidies rows away.
      ...{ wal_retrieve_retry_interval: '200ms', hot_standby_feedback: 'on' },
      synchronous_standby_names: synchronous ? 'ANY 1 (standby)' : '',
      primary_conninfo: index !== this.#primary && other ? `${primary} password=${other.cluster.password}` : '',
    }
  }

  async #run(index: number): Promise<void> {
    await start((this.members[index] as Member).cluster, this.#settings(index, false))
  }

  /** Makes this one a fresh standby of the other. */
  async #follow(index: number): Promise<void> {
    const [own, other] = [this.members[index] as Member, this.members[1 - index] as Member]
    const admin = await connect(other.cluster, 'postgres')
    try {
      await copyDatabase(admin, other.cluster.folder, own.cluster.folder)
    } finally {
      await admin.end()
    }
    if (own.cluster.account) giveTo(own.cluster.account, own.cluster.folder)
    await this.#run(index)
  }

  async #setSynchronous(on: boolean): Promise<void> {
    const { cluster } = this.primary
    writeFileSync(join(cluster.folder, settingsName), settingsFile(this.#settings(this.#primary, on)))
    const admin = await connect(cluster, 'postgres')
    await admin.query('select pg_reload_conf()').finally(() => admin.end())
  }

  /** From then on no commit is answered that the standby has not. */
  async #waitForSync(): Promise<void> {
    await this.#setSynchronous(true)
    for (let look = 0; look < 400 && !this.#stopping; look++) {
      if (await this.#asksInSync().catch(() => false)) {
        this.#inSync = true
        return
      }
      await sleep(50)
    }
  }

  async #asksInSync(): Promise<boolean> {
    const admin = await connect(this.primary.cluster, 'postgres')
    const { rowCount } = await admin
      .query(`select from pg_stat_replication where state = 'streaming' and sync_state = 'quorum'`)
      .finally(() => admin.end())
    return rowCount === 1
  }

  async #watch(): Promise<void> {
    while (this.#watching && !this.#stopping) {
      await sleep(LOOK_MS)
      this.#round = this.#look().catch((error) => this.#options.say(`databases: ${(error as Error).message}`))
      await this.#round
    }
  }

  async #look(): Promise<void> {
    if (this.#stopping) return
    const standby = 1 - this.#primary
    if (!isRunning(this.primary.cluster)) {
      if (++this.#missed < DEAD_LOOKS) return
      this.#missed = 0
      return await this.#takeOver(standby)
    }
    this.#missed = 0
    if (isRunning((this.members[standby] as Member).cluster)) return
    this.#inSync = false
    this.#options.say(
      `${this.members[standby]?.name} is gone: ${this.primary.name} goes on alone until it is made anew`,
    )
    await this.#setSynchronous(false)
    await this.#follow(standby)
    await this.#waitForSync()
    this.#options.say(`${this.members[standby]?.name} has all again (kill -9 ${this.pidOf(standby)})`)
  }

  async #takeOver(standby: number): Promise<void> {
    const { name, cluster } = this.members[standby] as Member
    const dead = this.primary.name
    if (!this.#inSync) {
      this.#options.say(`${dead} is dead, and ${name} may lack something: ${dead} is started again`)
      return await this.#run(this.#primary)
    }
    this.#inSync = false
    const admin = await connect(cluster, 'postgres')
    await admin.query('select pg_promote(true, 60)').finally(() => admin.end())
    this.#primary = standby
    this.failOvers++
    this.#options.say(`${dead} is dead: ${name} is the primary now (kill -9 ${pidOf(cluster)})`)
    await this.#follow(1 - standby)
    await this.#waitForSync()
    this.#options.say(`${dead} is its standby and has all (kill -9 ${this.pidOf(1 - standby)})`)
  }
}

const isRunning = (cluster: Cluster): boolean => {
  const pid = pidOf(cluster)
  return pid !== undefined && isAlive(pid)
}

function killed({ name, cluster }: Member): string {
  const pid = pidOf(cluster)
  if (pid) for (const each of [pid, ...childrenOf(pid)]) signalQuietly(each, 'SIGKILL')
  return name
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended by itself.
  }
}

/** In stat the parent's number is the second after the name in parentheses. */
function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return []
  const isChild = (pid: string) => {
    try {
      return (
        Number(
          readFileSync(`/proc/${pid}/stat`, 'utf8')
            .replace(/^.*\) /s, '')
            .split(' ')[1],
        ) === parent
      )
    } catch {
      return false
    }
  }
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && isChild(name) ? [Number(name)] : []))
}
