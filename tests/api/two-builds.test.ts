import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { findProgram } from '../../src/tools/debian.mjs'
import { freePort } from '../../src/tools/free-port.mjs'
import { networkIn } from '../ocpp/kill-rig.ts'
import { READINGS, SESSIONS, StubbornPile, work, work201 } from '../ocpp/stubborn-pile.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { type Running, runProgram, SERVER_PROGRAM, temporaryFolder } from '../setup/process.ts'

/**
 * A rolling upgrade with both versions as they are: the server of the commit before the newest migration, from this repository's own history, and
 * this one beside it on one database.
 */

const PILES = 4
const WH = 100 * READINGS + (READINGS * (READINGS + 1)) / 2
const KEYS = ['token.key', 'captcha.key', 'factor.key', 'push.key']
const MIGRATIONS = 'src/server/migrations'
/** What a server needs to run as its sources lie. */
const SOURCES = ['src', 'locales', 'package.json', 'tsconfig.json']

const before = formerCommit()
const WITHOUT = before ? '' : ' (skipped: the history of this copy does not reach so far)'

/** Whose migrations are the first of today's: what lay on a branch for a while may have come in between. A copy without history has none. */
function formerCommit(): string | null {
  if (!findProgram('git') || !existsSync('.git')) return null
  try {
    const now = migrationsOf('HEAD')
    const added = git('log', '-30', '--diff-filter=A', '--format=%H', '--', MIGRATIONS).split('\n')
    for (const commit of added) {
      const then = migrationsOf(`${commit}^`)
      if (then.length < now.length && then.every((file, at) => file === now[at])) return `${commit}^`
    }
  } catch {
    // The history ends before.
  }
  return null
}

/** Each with its content's name. */
function migrationsOf(commit: string): string[] {
  const files = git('ls-tree', '-r', commit, MIGRATIONS).split('\n')
  return files.filter((line) => line.endsWith('.sql')).sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1))
}

function pathOf(line: string): string {
  return line.slice(line.indexOf('\t'))
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}

/** Says nothing while it may not. */
class PatientPile extends StubbornPile {
  readonly #mayGoOn: () => Promise<unknown>

  constructor(urls: readonly string[], station: string, protocol: string, mayGoOn: () => Promise<unknown>) {
    super(urls, station, protocol)
    this.#mayGoOn = mayGoOn
  }

  override async call<Answer>(action: string, payload: Record<string, unknown>): Promise<Answer> {
    await this.#mayGoOn()
    return await super.call<Answer>(action, payload)
  }
}

describe.skipIf(!before)(`the version before beside this one${WITHOUT}`, () => {
  const folder = temporaryFolder()
  const started: Running[] = []
  let database: FreshDatabase
  let network: Awaited<ReturnType<typeof networkIn>>

  beforeAll(async () => {
    unpack(join(folder.path, 'former'))
    database = await freshDatabase(5, 'empty')
  })
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await database?.drop()
    folder.remove()
  })

  function unpack(to: string) {
    mkdirSync(to)
    const archive = execFileSync('git', ['archive', String(before), ...SOURCES], { maxBuffer: 2 ** 29 })
    execFileSync('tar', ['-x', '-C', to], { input: archive })
    symlinkSync(join(process.cwd(), 'node_modules'), join(to, 'node_modules'))
  }

  async function start(name: string, program: string) {
    const data = join(folder.path, name)
    mkdirSync(data, { mode: 0o700 })
    const [first] = started
    if (first) for (const key of KEYS) copyFileSync(join(folder.path, 'former-data', key), join(data, key))
    const port = await freePort()
    const running = runProgram(program, {
      ...{ PORT: String(port), HOST: '127.0.0.1', DATA_DIR: data, DATABASE_URL: database.url, NODE_NAME: name },
      ...{
        ADMIN_PASSWORD: 'correct horse 1',
        CAPTCHA: 'off',
        OCPP_AUTH: 'optional',
        LOG_LEVEL: 'error',
        DRAIN_SECONDS: '5',
      },
    })
    started.push(running)
    await running.says(/Ctrl-C stops it/)
    return { running, address: `http://127.0.0.1:${port}`, piles: `ws://127.0.0.1:${port}/ocpp` }
  }

  async function call(address: string, path: string, body: object, token = '') {
    const answer = await fetch(`${address}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    const { data, message } = (await answer.json()) as { data: Record<string, never>; message: string }
    expect(answer.status, `${path}: ${message}`).toBe(200)
    return data
  }

  test('drives sessions and commands with it, takes its piles over, and leaves nothing wrong', async () => {
    const former = await start('former-data', join(folder.path, 'former/src/server/app/main.ts'))
    network = await networkIn(database.db, PILES + 1)
    const [spare, ...charging] = network.piles
    const urls = [former.piles]
    let acknowledged = 0
    // So many are said before the other one runs, and so many before the first one stops.
    let most = PILES * SESSIONS
    const mayGoOn = () => expect.poll(() => acknowledged < most, { timeout: 150_000 }).toBe(true)
    const all = charging.map(async ({ station_number, card }, at) => {
      const charge = at % 2 ? work201 : work
      const pile = new PatientPile(urls, station_number, at % 2 ? 'ocpp2.0.1' : 'ocpp1.6', mayGoOn)
      await charge(pile, card, () => {
        acknowledged++
        // From one version to the other and back, in the middle of sessions.
        if (urls.length > 1 && acknowledged % 5 === 0) pile.elsewhere()
      })
      await pile.close()
      return pile.errors
    })
    await expect.poll(() => acknowledged).toBeGreaterThan(PILES)
    const later = await start('later', SERVER_PROGRAM)
    urls.push(later.piles)
    const pile = await connectPile({ url: former.piles, station: spare?.station_number ?? '' })
    pile.onCall('ClearCache', { status: 'Accepted' })
    const person = { username: 'admin', password: 'correct horse 1' }
    for (const [at, other] of [
      [former.address, later.address],
      [later.address, former.address],
    ] as const) {
      const { token } = await call(at, '/system/login', person)
      const { command } = await call(other, '/system/device/clear_cards', { id: spare?.id }, token)
      expect(command).toMatchObject({ status: 'done' })
    }
    await pile.close()
    most *= 3
    await expect.poll(() => acknowledged).toBeGreaterThanOrEqual(most)
    most = Number.POSITIVE_INFINITY
    former.running.child.kill('SIGTERM')
    expect(await former.running.ended).toBe(0)
    urls.shift()
    expect((await Promise.all(all)).flat()).toEqual([])
    expect(await stored()).toEqual({ orders: PILES * SESSIONS, paid: PILES * SESSIONS, charges: PILES * SESSIONS })
    expect(await database.db.selectFrom('error_entry').select('message').execute()).toEqual([])
  })

  async function stored() {
    const { rows } = await sql`select count(*)::int as orders,
      (count(*) filter (where status = 'paid' and abnormal is null and energy_wh = ${WH} and paid_cents = ${WH}))::int as paid,
      (select count(*)::int from ledger_entry where kind = 'charge') as charges from orders`.execute(database.db)
    return rows[0]
  }
})
