import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { rulesOf } from '../../shared/commands/many.ts'
import { deleteRoot, lowerProfile, pileSecurity } from '../../shared/endpoints/security.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../campaigns/ports.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound, Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { holdersOf, toldRoots, type UsesOf } from './installed-roots.ts'
import type { ServesBy } from './roots.ts'

type Db = Kysely<Database>

/** How piles prove who they are, and what they believe. */
export function securityRoutes(
  app: FastifyInstance,
  campaigns: StartCampaign,
  { serves, usesOf }: { serves: ServesBy | null; usesOf: UsesOf },
): void {
  serve(app, pileSecurity, async ({ id }, { db }) => ({
    ...(await securityOf(db, id, serves)),
    uses: [...(await usesOf(id))],
  }))
  serve(app, lowerProfile, (asked, context) => lower(asked, context))
  serve(app, deleteRoot, (asked, context) => deleteFromPiles(asked, context, campaigns))
}

type Security = Omit<Data<typeof pileSecurity>, 'uses'>

async function securityOf(db: Db, id: number, serves: ServesBy | null): Promise<Security> {
  const query = db.selectFrom('pile').select(['connected_profile', 'security_floor', 'security_wanted'])
  const pile = await query.where('id', '=', id).executeTakeFirst()
  if (!pile) throw notFound()
  const [roots, known, read] = await Promise.all([
    toldRoots(db, id),
    db.selectFrom('root_certificate').select(['id', 'name', 'valid_to']).execute(),
    db.selectFrom('pile_root_reading').select(['use', 'read_at']).where('pile_id', '=', id).execute(),
  ])
  return {
    ...{ connected_profile: pile.connected_profile, floor: pile.security_floor, wanted: pile.security_wanted },
    read_at: Object.fromEntries(read.map(({ use, read_at }) => [use, read_at])),
    roots: roots.map((root) => ({
      ...{ id: root.id, use: root.use, serial_number: root.serial_number, algorithm: root.algorithm },
      children: root.children.map(({ serial_number }) => serial_number),
      known: known.find(({ id }) => root.ours.includes(id)) ?? null,
      serves: root.use === 'central' && (serves?.(root) ?? false),
    })),
  }
}

async function lower({ id, profile }: Parsed<typeof lowerProfile>, { db }: Context): Promise<null> {
  const read = db.selectFrom('pile').select(['security_floor', 'security_wanted']).where('id', '=', id).forUpdate()
  const before = await read.executeTakeFirst()
  if (!before) throw notFound()
  if (before.security_floor <= profile && before.security_wanted === null)
    throw new Refusal(409, 'certificates:not_lower')
  const after = { security_floor: Math.min(before.security_floor, profile), security_wanted: null }
  await db.updateTable('pile').set(after).where('id', '=', id).execute()
  return null
}

async function deleteFromPiles(
  { id, ...said }: Parsed<typeof deleteRoot>,
  context: Context,
  campaigns: StartCampaign,
): Promise<Data<typeof deleteRoot>> {
  const { db, person } = context
  const root = await db.selectFrom('root_certificate').select('name').where('id', '=', id).executeTakeFirst()
  if (!root) throw notFound()
  const { rows } = await sql<{ id: number }>`
    select t.id from pile t where t.archived_at is null and ${holdersOf(id)} and ${reached(person, 'pile')} order by t.id`.execute(
    db,
  )
  if (rows.length === 0) throw new Refusal(409, 'certificates:nowhere')
  const targets = rows.map((row) => ({ pile_id: row.id, connector_number: null }))
  const payload = { root_certificate_id: id }
  const rules = rulesOf(said)
  const campaign_id = await campaigns.start(
    { action: 'delete_certificate', name: root.name, payload, targets, rules },
    context,
  )
  return { campaign_id, piles: rows.length }
}
