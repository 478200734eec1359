import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import {
  collectWall,
  letWallIn,
  openWall,
  refuseWall,
  scanWall,
  showWall,
  signWallOut,
} from '../../shared/endpoints/wall.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { audit, type Kept } from '../kit/audit.ts'
import { browserWords } from '../kit/browser-words.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { placeOf } from '../kit/place-of.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { sha256 } from '../kit/sha256.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { WallPorts } from './ports.ts'
import { refuseSeeingMore } from './wall-extension.ts'
import { endWall, hashOfWallKey, newWallKey, whyEnded } from './wall-keys.ts'
import { wallOf } from './wall-pages.ts'
import type { WallPeople } from './wall-people.ts'
import { wallGrantsOf } from './wall-rights.ts'

const GOOD_FOR_SECONDS = 120
/** Who scanned it has time to make a display for it. */
const TO_DECIDE_SECONDS = 600
/** A screen that asks every second or two has this long to fetch what was confirmed at the last moment. */
const TO_COLLECT_SECONDS = 30

type Db = Kysely<Database>

const secret = () => randomBytes(24).toString('base64url')
const inSeconds = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`
const gone = () => new Refusal(409, 'refusals:screen_gone')

interface Parts {
  people: WallPeople
  ports: WallPorts
}

/** Screens on walls: they wait, are let in by someone who may, show, and are signed out. */
export function wallRoutes(app: FastifyInstance, { people, ports }: Parts): void {
  waitingRoutes(app, ports)
  decidingRoutes(app)

  serve(app, showWall, async ({ key }): Promise<Data<typeof showWall>> => {
    const { db } = app.kit
    const person = await people.identify(key)
    const wall = person && (await wallOf(db, person, ports))
    return wall ? { wall, ended: null } : { wall: null, ended: await endingOf(db, key, ports) }
  })

  serve(app, signWallOut, async ({ id }, { db, person, afterCommit }) => {
    const display = await db.selectFrom('wall_display').select('role_id').where('id', '=', id).executeTakeFirst()
    if (!display) throw notFound()
    await refuseSeeingMore(db, person, [display])
    await endWall(db, id, 'signed_out')
    afterCommit(() => people.forget())
    return null
  })
}

/** Why a key shows nothing. Its display may stand: then the role is out of force, and the key is good no more even if that comes back. */
async function endingOf(db: Db, key: string, { changed }: WallPorts) {
  const hash = hashOfWallKey(key)
  const left = await db
    .selectFrom('wall_display')
    .select(['id', 'status', 'role_id'])
    .where('key_hash', '=', hash)
    .executeTakeFirst()
  if (left) {
    const rights = await wallGrantsOf(db, left.role_id === null ? [] : [left.role_id])
    // It came back into force between two looks: the next one shows.
    if (left.status === 'normal' && rights.size) return null
    await endWall(db, left.id, left.status === 'disabled' ? 'disabled' : 'role')
    changed('wall_display', left.id)
  }
  return whyEnded(db, hash)
}

function waitingRoutes(app: FastifyInstance, { changed }: WallPorts): void {
  const { db } = app.kit
  serve(app, openWall, async (_, { address, agent }) => {
    const [code, own] = [secret(), secret()]
    await db
      .insertInto('wall_code')
      .values({
        ...{ code_hash: sha256(code), secret_hash: sha256(own), address, agent },
        expires_at: inSeconds(GOOD_FOR_SECONDS),
      })
      .execute()
    return { code, secret: own, expires_in: GOOD_FOR_SECONDS }
  })

  serve(app, collectWall, async (asked): Promise<Data<typeof collectWall>> => {
    const waiting = await db
      .selectFrom('wall_code')
      .select('state')
      .where('secret_hash', '=', sha256(asked.secret))
      .where('expires_at', '>', sql<string>`now()`)
      .executeTakeFirst()
    if (waiting?.state !== 'confirmed') return { state: waiting?.state ?? 'expired', key: null }
    const given = await inTransaction(db, (trx) => collect(trx, sha256(asked.secret)))
    if (!given) return { state: 'expired', key: null }
    changed('wall_display', given.id)
    return { state: 'confirmed', key: given.key }
  })
}

/** The first to ask gets the key; the screen that had one before has none any more. */
async function collect(trx: Db, secret_hash: string): Promise<{ id: number; key: string } | null> {
  const { rows } = await sql<{ id: number; user_id: number; let_in_at: string; address: string; agent: string }>`
    delete from wall_code c using wall_display w, users u
    where c.secret_hash = ${secret_hash} and c.state = 'confirmed' and c.expires_at > now()
      and w.id = c.wall_display_id and w.status = 'normal' and u.id = c.user_id and u.status = 'normal'
    returning w.id, c.user_id, c.address, c.agent`.execute(trx)
  const [code] = rows
  if (!code) return null
  const { id, address, agent, user_id } = code
  await endWall(trx, id, 'replaced')
  const key = newWallKey()
  const { browser, system } = browserWords(agent)
  await trx
    .updateTable('wall_display')
    .set(({ fn }) => ({
      ...{ key_hash: hashOfWallKey(key), address, browser: [browser, system].filter(Boolean).join(' · ') || null },
      ...{ let_in_by_id: user_id, let_in_at: fn<string>('now'), last_seen_at: fn<string>('now') },
    }))
    .where('id', '=', id)
    .execute()
  return { id, key }
}

function decidingRoutes(app: FastifyInstance): void {
  const { db } = app.kit
  serve(app, scanWall, async ({ code }, { person, address }) => {
    const { agent, ...screen } = await scan(db, sha256(code), person.id)
    return { ...browserWords(agent), ...screen, place: placeOf(screen.address, address) }
  })

  serve(app, letWallIn, async ({ code, id }, context) => {
    const { person } = context
    const display = await db
      .selectFrom('wall_display')
      .select(['role_id', 'status'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!display) throw wrongField('id', 'unknown_reference')
    if (display.status === 'disabled') throw wrongField('id', 'refusals:wall_disabled')
    if (!(await wallGrantsOf(db, display.role_id === null ? [] : [display.role_id])).size)
      throw wrongField('id', 'refusals:wall_without_role')
    await refuseSeeingMore(db, person, [display])
    const { address, agent } = await decide(db, { code, user_id: person.id, wall_display_id: id })
    await noted(db, context, 'let_wall_in', { id, screen: { address, ...browserWords(agent) } })
    return null
  })

  serve(app, refuseWall, async ({ code }, context) => {
    const { address, agent } = await decide(db, { code, user_id: context.person.id, wall_display_id: null })
    await noted(db, context, 'refuse_wall', { id: null, screen: { address, ...browserWords(agent) } })
    return null
  })
}

/** Which screen it was stands in the log: nobody else writes it down. */
const noted = (db: Db, context: Context, action: string, { id, screen }: { id: number | null; screen: Kept }) =>
  audit(db, context, { action, entity: 'wall_display', entity_id: id, before: null, after: screen })

/** The first person to scan it is the only one who may decide; they may look again. */
async function scan(db: Db, code_hash: string, user_id: number) {
  const { rows } = await sql<{ address: string; agent: string; expires_in: number }>`
    update wall_code set state = 'scanned', user_id = ${user_id},
      expires_at = case when state = 'pending' then ${inSeconds(TO_DECIDE_SECONDS)} else expires_at end
    where code_hash = ${code_hash} and expires_at > now()
      and (state = 'pending' or (state = 'scanned' and user_id = ${user_id}))
    returning address, agent, ceil(extract(epoch from expires_at - now()))::int as expires_in`.execute(db)
  const [screen] = rows
  if (!screen) throw gone()
  return screen
}

interface Decision {
  code: string
  user_id: number
  /** Null refuses. */
  wall_display_id: number | null
}

async function decide(
  db: Db,
  { code, user_id, wall_display_id }: Decision,
): Promise<{ address: string; agent: string }> {
  const decided = await db
    .updateTable('wall_code')
    .set({
      state: wall_display_id === null ? 'refused' : 'confirmed',
      wall_display_id,
      expires_at: sql`greatest(expires_at, ${inSeconds(TO_COLLECT_SECONDS)})`,
    })
    .where('code_hash', '=', sha256(code))
    .where('state', '=', 'scanned')
    .where('user_id', '=', user_id)
    .where('expires_at', '>', sql<string>`now()`)
    .returning(['address', 'agent'])
    .executeTakeFirst()
  if (!decided) throw gone()
  return decided
}
