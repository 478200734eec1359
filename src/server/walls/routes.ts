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
import { audit } from '../kit/audit.ts'
import { type BrowserWords, browserWords } from '../kit/browser-words.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { notFound, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { sha256 } from '../kit/sha256.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { WallPorts } from './ports.ts'
import { refuseSeeingMore } from './wall-extension.ts'
import { endWall, hashOfWallKey, newWallKey, wallScreens, whyEnded } from './wall-keys.ts'
import { wallOf } from './wall-pages.ts'
import type { WallPeople } from './wall-people.ts'
import { wallGrantsOf } from './wall-rights.ts'

type Db = Kysely<Database>

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
  serve(app, openWall, (_, context) => wallScreens.open(db, context))

  serve(app, collectWall, async (asked): Promise<Data<typeof collectWall>> => {
    const state = await wallScreens.stateOf(db, asked.secret)
    if (state !== 'confirmed') return { state, key: null }
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
  serve(app, scanWall, ({ code }, { person, address }) =>
    wallScreens.scan(db, { code, user_id: person.id, near: address }),
  )

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
    const also = { wall_display_id: id }
    const screen = await wallScreens.decide(db, { code, user_id: person.id, confirm: true, also })
    await noted(db, context, 'let_wall_in', { id, screen })
    return null
  })

  serve(app, refuseWall, async ({ code }, context) => {
    const screen = await wallScreens.decide(db, { code, user_id: context.person.id, confirm: false })
    await noted(db, context, 'refuse_wall', { id: null, screen })
    return null
  })
}

/** Which screen it was stands in the log: nobody else writes it down. */
const noted = (
  db: Db,
  context: Context,
  action: string,
  { id, screen }: { id: number | null; screen: BrowserWords & { address: string } },
) => audit(db, context, { action, entity: 'wall_display', entity_id: id, before: null, after: { ...screen } })
