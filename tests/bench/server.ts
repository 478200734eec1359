import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { runningEmbedded } from '../../src/server/kit/database/embedded/running.ts'
import { openDatabase } from '../../src/server/kit/database/pool.ts'
import { type Child, startChild } from './child.ts'
import { pause } from './load.ts'

/** The server under measure: the built one, as a process of its own, with its embedded database in a folder of its own. */
export interface BenchServer {
  /** Its program. */
  main: string
  pid: number
  /** http://127.0.0.1:port */
  address: string
  /** ws://127.0.0.1:port/ocpp */
  piles: string
  pool: pg.Pool
  /** Address of the inspector. */
  inspector: string
  /** The administrator, who may do everything. */
  user: string
  password: string
  /** Of the administrator, or of another one with the same password. */
  token(user?: string): Promise<string>
  stop(): Promise<void>
}

const USER = 'admin'
const PASSWORD = 'bench-password-1'

interface Circumstances {
  /** A folder whose records stay there. */
  data?: string | undefined
  /** What its program may hold at most, in MB; it ends when it needs more. */
  heap?: number | undefined
}

/** `main` is dist/server/main.js, or the sources' src/server/app/main.ts. */
export async function startServer(main: string, { data, heap }: Circumstances = {}): Promise<BenchServer> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'chargedeck-bench-'))
  const discard = () => {
    if (!data) rmSync(folder, { recursive: true, force: true })
  }
  const inspectorPort = 20_000 + Math.floor(Math.random() * 20_000)
  const child = await startChild({
    args: [`--inspect=127.0.0.1:${inspectorPort}`, ...(heap ? [`--max-old-space-size=${heap}`] : []), main],
    env: {
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      OCPP_AUTH: 'optional',
      CAPTCHA: 'off',
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      DATABASE_URL: '',
    },
    ready: /^ +Console +http/,
  }).catch((error) => {
    discard()
    throw error
  })
  return opened(child, { main, folder, inspectorPort, discard })
}

interface Place {
  main: string
  folder: string
  inspectorPort: number
  discard(): void
}

function opened(child: Child, { main, folder, inspectorPort, discard }: Place): BenchServer {
  const address = /http:\S+/.exec(child.line)?.[0] ?? ''
  const connection = runningEmbedded(folder)
  if (!connection) throw new Error('the embedded database is not found')
  const database = openDatabase(connection, { max: 4 })
  const end = async () => {
    await database.close()
    await child.stop()
    discard()
  }
  let ending: Promise<void> | undefined
  return {
    main,
    pid: child.pid,
    address,
    piles: `${address.replace('http', 'ws')}/ocpp`,
    pool: database.pool,
    inspector: `http://127.0.0.1:${inspectorPort}`,
    user: USER,
    password: PASSWORD,
    token: (user = USER) => signIn(address, user),
    // A signal may ask for it while the measure itself ends.
    stop: () => {
      ending ??= end()
      return ending
    },
  }
}

/** What fills tables while they lack their indexes: the server would ask them all the while, and read them whole. */
export async function whileAsleep<T>(server: BenchServer, work: () => Promise<T>): Promise<T> {
  // A transaction that sleeps keeps its locks.
  while ((await putToSleep(server)) > 0) {
    process.kill(server.pid, 'SIGCONT')
    await pause(50)
  }
  try {
    return await work()
  } finally {
    process.kill(server.pid, 'SIGCONT')
  }
}

/** Tells how many transactions it was in. */
async function putToSleep({ pid, pool }: BenchServer): Promise<number> {
  process.kill(pid, 'SIGSTOP')
  const { rows } = await pool.query<{ open: number }>(
    `select count(*)::int as open from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`,
  )
  return rows[0]?.open ?? 0
}

async function signIn(address: string, username: string): Promise<string> {
  const response = await fetch(`${address}/api/system/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  })
  const { data, message } = (await response.json()) as { data: { token: string } | null; message: string }
  if (!data) throw new Error(`cannot sign in: ${message}`)
  return data.token
}
