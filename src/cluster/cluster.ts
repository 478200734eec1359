import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../tools/debian.mjs'
import { freePort } from '../tools/free-port.mjs'
import { DatabasePair } from './database-pair.ts'
import { Program } from './program.ts'
import { proxyConfig } from './proxy.ts'

export interface ClusterOptions {
  nodes: number
  folder: string
  /** How a node is started: the arguments to Node. */
  server: readonly string[]
  nats?: boolean
  /** Where people and piles come in; any free port without it. */
  port?: number
  throwaway?: boolean
  /** A node that is lost is not started again: for looking at what the others do without it. */
  leavesLost?: boolean
  env?: Record<string, string>
  say(line: string): void
}

interface Node {
  name: string
  port: number
  folder: string
  program: Program
}

const KEYS = ['token.key', 'captcha.key', 'factor.key', 'push.key']
/** As a service manager would. */
const AGAIN_MS = 2_000

/** Several nodes with all that they stand on, each part a process of this machine that may be killed. */
export class ClusterOfNodes {
  readonly #options: ClusterOptions
  readonly databases: DatabasePair
  readonly nodes: Node[] = []
  readonly password: string
  /** What is not there, in words. */
  readonly lacking: string[] = []
  #nats: Program | undefined
  #proxy: Program | undefined
  natsPort = 0
  databasePort = 0
  readPort = 0
  consolePort = 0
  figuresPort = 0
  #stopping = false

  constructor(options: ClusterOptions) {
    this.#options = options
    this.password = options.env?.ADMIN_PASSWORD ?? `a1${randomBytes(9).toString('base64url')}`
    const { folder, throwaway = false, say } = options
    this.databases = new DatabasePair({ folder, throwaway, say })
  }

  async start(): Promise<void> {
    const { folder, nodes } = this.#options
    mkdirSync(folder, { recursive: true })
    await this.databases.start()
    if (this.#options.nats) await this.#startNats()
    // As nodes without a bucket mount one folder.
    const files = join(folder, 'files')
    mkdirSync(files, { mode: 0o700 })
    for (let at = 1; at <= nodes; at++) {
      const name = `node${at}`
      const own = join(folder, name)
      mkdirSync(own, { recursive: true, mode: 0o700 })
      symlinkSync(files, join(own, 'files'))
      this.nodes.push({ name, port: await freePort(), folder: own, program: undefined as never })
    }
    await this.#startProxy()
    const [first, ...others] = this.nodes as [Node, ...Node[]]
    await this.startNode(first)
    for (const { folder } of others) for (const key of KEYS) copyFileSync(join(first.folder, key), join(folder, key))
    await Promise.all(others.map((node) => this.startNode(node)))
  }

  /** Where people and piles come in; at each node where nothing stands in front. */
  get addresses(): string[] {
    const ports = this.#proxy ? [this.consolePort] : this.nodes.map(({ port }) => port)
    return ports.map((port) => `http://127.0.0.1:${port}`)
  }

  get databaseUrl(): string {
    return this.databases.url(this.databasePort)
  }

  get natsPid(): number | undefined {
    return this.#nats?.pid
  }

  get proxyPid(): number | undefined {
    return this.#proxy?.pid
  }

  async startNode(node: Node): Promise<void> {
    const { server, env = {}, folder } = this.#options
    node.program = new Program(process.execPath, server, {
      env: {
        ...{ PORT: String(node.port), HOST: '127.0.0.1', DATA_DIR: node.folder, NODE_NAME: node.name },
        ...{ DATABASE_URL: this.databaseUrl, DATABASE_READ_URL: this.databases.url(this.readPort) },
        ...{ ADMIN_PASSWORD: this.password, LOG_LEVEL: 'warn' },
        ...(this.#proxy && { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: `http://localhost:${this.consolePort}` }),
        ...(this.#nats && { NATS_URL: `nats://127.0.0.1:${this.natsPort}` }),
        ...env,
      },
      log: join(folder, `${node.name}.log`),
      onLost: () => {
        if (!this.#options.leavesLost) this.#again(node.name, () => this.startNode(node).then(() => node.program))
      },
    })
    await node.program.says(/Ctrl-C stops it/)
    if (this.#proxy) await untilSaid(this.figuresPort, `nodes,${node.name}`, 'UP')
  }

  /** Leaves no process, and no file where its data is thrown away. */
  async stop(): Promise<void> {
    this.#stopping = true
    await Promise.all(this.nodes.map(({ program }) => program?.stop(20_000)))
    await this.#proxy?.stop(2_000)
    await this.#nats?.stop(2_000)
    await this.databases.stop()
    if (this.#options.throwaway) rmSync(this.#options.folder, { recursive: true, force: true })
  }

  #again(name: string, start: () => Promise<{ pid: number | undefined }>): void {
    if (this.#stopping) return
    this.#options.say(`${name} is gone: it is started again`)
    setTimeout(() => {
      if (this.#stopping) return
      start().then(
        ({ pid }) => this.#options.say(`${name} is there again (kill -9 ${pid})`),
        (error: Error) => this.#options.say(`${name} does not start: ${error.message}`),
      )
    }, AGAIN_MS)
  }

  async #startNats(): Promise<void> {
    const program = findProgram('nats-server')
    if (!program)
      return void this.lacking.push('nats-server is not here: nodes tell each other of changes by the database.')
    this.natsPort ||= await freePort()
    this.#nats = new Program(program, ['-a', '127.0.0.1', '-p', String(this.natsPort)], {
      log: join(this.#options.folder, 'nats.log'),
      onLost: () => this.#again('nats', () => this.#startNats().then(() => ({ pid: this.natsPid }))),
    })
    await this.#nats.says(/Server is ready/)
  }

  async #startProxy(): Promise<void> {
    const program = findProgram('haproxy')
    if (!program) {
      this.databasePort = this.databases.primary.port
      this.readPort = this.databases.standby.port
      const without = 'each node has its own address, and no node finds a database that took over.'
      return void this.lacking.push(`haproxy is not here: ${without}`)
    }
    this.consolePort ||= this.#options.port ?? (await freePort())
    this.databasePort ||= await freePort()
    this.readPort ||= await freePort()
    this.figuresPort ||= await freePort()
    const file = join(this.#options.folder, 'haproxy.cfg')
    const databases = this.databases.members.map(({ name, port, rolePort }) => ({ name, port, checkPort: rolePort }))
    const { consolePort, databasePort, readPort, figuresPort, nodes } = this
    writeFileSync(file, proxyConfig({ consolePort, databasePort, readPort, figuresPort, nodes, databases }))
    this.#proxy = new Program(program, ['-db', '-f', file], {
      log: join(this.#options.folder, 'haproxy.log'),
      onLost: () => this.#again('haproxy', () => this.#startProxy().then(() => ({ pid: this.proxyPid }))),
    })
    await untilSaid(figuresPort, `database,${this.databases.standby.name}`, 'DOWN')
  }
}

/** Until HAProxy knows which of them may be reached: at first it takes all for well, and one that is started for dead a while. */
async function untilSaid(figuresPort: number, server: string, state: 'UP' | 'DOWN'): Promise<void> {
  for (let look = 0; look < 200; look++) {
    const figures = await fetch(`http://127.0.0.1:${figuresPort}/;csv`).then(
      (answer) => answer.text(),
      () => '',
    )
    const row = figures.split('\n').find((line) => line.startsWith(`${server},`))
    if (row?.includes(`,${state},`)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`HAProxy does not open its ports, or does not see ${server} as ${state}; its log says why.`)
}
