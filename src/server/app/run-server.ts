import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { ensureAdministrator } from '../auth/administrator.ts'
import { NotifyBus } from '../kit/database/notify-bus.ts'
import { announce } from '../kit/database/presence.ts'
import { NatsBus } from '../kit/nats-bus.ts'
import { Refusal } from '../kit/refusal.ts'
import { followBy, traceOfLine } from '../kit/tracing.ts'
import { nodeName } from '../nodes/node-name.ts'
import { banner } from './banner.ts'
import { compose } from './compose.ts'
import { CannotStart, type ReadyDatabase, readyDatabase } from './database.ts'
import { LogOutput } from './log-output.ts'
import { projectRoot } from './project-root.ts'
import { keptSecrets } from './secrets.ts'
import { BadSetting, readSettings, type Settings } from './settings.ts'
import { Shutdown } from './shutdown.ts'
import { stopOnSignals } from './signals.ts'
import { BACKLOG } from './web-server.ts'

const secrets = ['authorization', 'cookie', 'password', 'token', 'access_token', 'refresh_token', 'secret']
const places = ['', '*.', 'req.headers.', 'request.headers.', 'body.', 'err.']

/** One JSON line an event, on the standard output. What could let someone in is never in it. */
function createLog({ logLevel: level, traces }: Settings): Logger {
  const output = new LogOutput(process.stdout.fd)
  process.on('exit', () => output.flushSync())
  const options = {
    level,
    ...(traces && { mixin: traceOfLine }),
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: places.flatMap((place) => secrets.map((name) => place + name)), remove: true },
  }
  return pino(options, output)
}

const version = (JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }).version

export interface Running {
  /** Where piles of this machine connect, without their station numbers. */
  pilesUrl: string
  dataDir: string
  database: ReadyDatabase
  /** Registers what else runs in this process: it is stopped first. */
  alsoStop(name: string, stop: () => Promise<void>): void
}

/** Work on the database before the first request, such as filling it for a demonstration. */
export type Prepare = (database: ReadyDatabase) => Promise<void>

/** Starts the server; resolves when it takes requests. One that cannot start ends the process with a line that says why. */
export async function runServer(prepare: Prepare = async () => {}): Promise<Running> {
  const settings = settingsOrExit()
  const log = createLog(settings)
  const shutdown = new Shutdown(log)
  stopOnSignals(shutdown, log, settings.databaseUrl ? settings.drainSeconds : 0)
  await follow(settings, shutdown)
  const starting = start({ settings, log, shutdown, prepare })
  // A signal in the middle of a start waits for what is just being started, to stop that too.
  shutdown.add('start', 8_000, () => starting.catch(() => {}))
  try {
    return await starting
  } catch (error) {
    const told = shutdown.begun
    await shutdown.run()
    if (told) return await new Promise<never>(() => {})
    log.debug({ err: error }, 'the start failed')
    end((error as Error).message)
  }
}

/** What is followed is sent to its end: what the stop of everything else does is followed too. */
async function follow({ traces: to, nodeName: named }: Settings, shutdown: Shutdown): Promise<void> {
  if (!to) return
  const { otlpTraces } = await import('./otlp-traces.ts')
  const { traces, stop } = otlpTraces(to, { version, node: nodeName(named) })
  followBy(traces)
  shutdown.add('traces', 2_000, stop)
}

function settingsOrExit(): Settings {
  try {
    return readSettings()
  } catch (error) {
    if (error instanceof BadSetting) end(error.message)
    throw error
  }
}

interface Start {
  settings: Settings
  log: Logger
  shutdown: Shutdown
  prepare: Prepare
}

function goOn({ begun }: Shutdown): void {
  if (begun) throw new CannotStart('It was stopped while it started.')
}

type Serving = Omit<Start, 'prepare'> & { database: ReadyDatabase }

async function start({ settings, log, shutdown, prepare }: Start): Promise<Running> {
  const database = await readyDatabase({
    settings,
    log,
    shutdown,
    onLost: (error) => void shutdown.run().then(() => end(`The embedded database is lost: ${error.message}`)),
  })
  goOn(shutdown)
  await prepare(database)
  goOn(shutdown)
  const first = await ensureAdministrator(database.db, settings.adminPassword).catch(refusedPassword)
  const port = await serveUntilAsked({ settings, log, shutdown, database })
  const firstPassword = settings.adminPassword ? null : (first?.password ?? null)
  process.stdout.write(banner({ version, settings, port, database: database.description, firstPassword }))
  log.info({ version, port }, 'started')
  const host = ['0.0.0.0', '::'].includes(settings.host) ? '127.0.0.1' : settings.host
  return {
    pilesUrl: `${settings.tls ? 'wss' : 'ws'}://${host}:${port}/ocpp`,
    dataDir: settings.dataDir,
    database,
    alsoStop: (name, stop) => shutdown.add(name, 2_000, stop),
  }
}

/** Serves, and begins anew when someone has replaced all data under it. Resolves with the port when it serves first. */
async function serveUntilAsked({ settings, log, shutdown, database }: Serving): Promise<number> {
  const depth = shutdown.depth + 1
  const beginAnew = async () => {
    log.info('the database is needed alone for a moment')
    await shutdown.backTo(depth)
    if (shutdown.begun) return
    await presence.leave()
    await presence.arrive()
    await serveOn(port)
    log.info('serving again')
  }
  const presence = announce(database.connection, () => {
    beginAnew().catch((error) => shutdown.run().then(() => end(`Serving again failed: ${error.message}`)))
  })
  shutdown.add('presence', 500, () => presence.close())
  const folder = join(settings.dataDir, 'backups')
  const backups = settings.databaseUrl ? null : { connection: database.connection, folder }
  const serveOn = async (wanted: number) => {
    const secrets = keptSecrets(settings.dataDir)
    const parts = { version, secrets, consoleFolder: builtConsole() }
    const bus = await busOf({ settings, log, shutdown }, secrets.tokenKey)
    const app = await compose({ settings, log, shutdown, database, backups, ...(bus && { bus }), ...parts })
    await listen(app, { ...settings, port: wanted })
    return (app.server.address() as AddressInfo).port
  }
  await presence.arrive()
  const port = await serveOn(settings.port)
  return port
}

/** Others may be at a database of the operator's own; at the embedded one is nobody else. `network` is the same at all of them. */
async function busOf({ settings, log, shutdown }: Omit<Serving, 'database'>, network: Buffer) {
  const { databaseUrl, nats } = settings
  if (!databaseUrl) return undefined
  const node = randomUUID()
  const bus = nats ? new NatsBus(nats, node, network, log) : new NotifyBus(databaseUrl, node, log)
  shutdown.add('bus', 1_000, () => bus.close())
  await bus.start()
  return bus
}

async function listen(app: Awaited<ReturnType<typeof compose>>, { host, port }: Settings): Promise<void> {
  await app.listen({ host, port, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      throw new CannotStart(`PORT is "${port}", which another program uses on ${host}; it takes a free port.`)
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
      throw new CannotStart(`HOST is "${host}"; it takes an address of this machine, 0.0.0.0 for all of them.`)
    if (error.code === 'EACCES')
      throw new CannotStart(`PORT is "${port}", which this user may not open; it takes a port above 1023.`)
    throw error
  })
}

function builtConsole(): string | undefined {
  const folder = join(projectRoot, 'dist/client')
  return existsSync(join(folder, 'index.html')) ? folder : undefined
}

function end(line: string): never {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** Whether it is a common one is known only once there is someone whose it would be. */
function refusedPassword(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  throw new CannotStart('ADMIN_PASSWORD is one of the passwords that are tried first. Please set another.')
}
