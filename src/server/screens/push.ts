import { sql } from 'kysely'
import { rulesOf } from '../../shared/commands/many.ts'
import { numberOfSaved } from '../../shared/domain/screen/message.ts'
import type { pushMessage } from '../../shared/endpoints/display-messages.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import type { CanShow, MessagePorts, PushedMessage } from './ports.ts'

type Push = Parsed<typeof pushMessage>

/** Brings a message to piles, or takes it from them; see `pushMessage`. */
export async function push(
  { id, pile_ids, clear, ...said }: Push,
  context: Context,
  { campaigns, canShow }: MessagePorts,
): Promise<Data<typeof pushMessage>> {
  const { db } = context
  const row = await lockedMessage(id, context)
  if (!clear && row.archived_at !== null) throw new Refusal(409, 'archived')
  if (!clear && row.ends_at !== null && Date.parse(row.ends_at) <= Date.now()) throw wrongField('id', 'screens:over')
  const piles = clear ? await holders(id, pile_ids, context) : await pilesOf(id, pile_ids, context, canShow)
  if (piles.length === 0) throw wrongField('pile_ids', clear ? 'screens:held_by_none' : 'screens:no_piles')
  const payload = clear ? { number: numberOfSaved(id) } : pushedOf(row)
  const campaign_id = await campaigns.start(
    {
      action: clear ? 'remove_message' : 'show_message',
      ...{ name: row.name, payload, rules: rulesOf(said) },
      targets: piles.map((pile_id) => ({ pile_id, connector_number: null })),
    },
    context,
  )
  await db.insertInto('message_push').values({ campaign_id, display_message_id: id }).execute()
  if (!clear)
    await db
      .updateTable('display_message')
      .set({ pushed_version: row.version, pushed_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
  return { campaign_id, piles: piles.length }
}

async function lockedMessage(id: number, { db }: Context) {
  const row = await db.selectFrom('display_message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}

const pushedOf = (row: Awaited<ReturnType<typeof lockedMessage>>): PushedMessage => ({
  number: numberOfSaved(row.id),
  ...{ texts: row.texts, language: row.language, format: row.format, priority: row.priority },
  ...{ shown_while: row.shown_while, starts_at: row.starts_at, ends_at: row.ends_at, version: row.version },
})

/**
 * Those of its sites and types within reach that are named, or all of them that may have a screen: which protocol a pile speaks is not known
 * before it came.
 */
async function pilesOf(
  id: number,
  pile_ids: number[] | undefined,
  { db, person }: Context,
  canShow: CanShow,
): Promise<number[]> {
  const named = pile_ids ? sql`and p.id = any(${pile_ids}::bigint[])` : sql``
  const { rows } = await sql<{ id: number; protocol: string | null }>`
    select p.id, p.protocol from pile p join display_message_site n on n.site_id = p.site_id and n.display_message_id = ${id}
    where p.archived_at is null and ${reached(person, 'pile', 'p')} ${named}
      and (p.pile_type_id in (select pile_type_id from display_message_pile_type where display_message_id = ${id})
        or not exists (select from display_message_pile_type where display_message_id = ${id}))
    order by p.id`.execute(db)
  if (pile_ids && rows.length < new Set(pile_ids).size) throw wrongField('pile_ids', 'screens:other_piles')
  const able = rows.filter(({ protocol }) => protocol === null || canShow(protocol))
  if (pile_ids && able.length < rows.length) throw wrongField('pile_ids', 'campaigns:why.shows_never')
  return able.map((row) => row.id)
}

/** Those within reach that hold it, as far as is known, and those that are still to get it. */
async function holders(id: number, pile_ids: number[] | undefined, { db, person }: Context): Promise<number[]> {
  const named = pile_ids ? sql`and p.id = any(${pile_ids}::bigint[])` : sql``
  const { rows } = await sql<{ id: number }>`
    select p.id from pile p where ${reached(person, 'pile', 'p')} ${named}
      and (exists (select from shown_message m where m.pile_id = p.id and m.number = ${numberOfSaved(id)} and not m.missing)
        or exists (select from message_push h join campaign c on c.id = h.campaign_id and c.action = 'show_message'
          join campaign_target t on t.campaign_id = c.id and t.pile_id = p.id
          where h.display_message_id = ${id} and t.state in ('pending', 'sent', 'accepted')))
    order by p.id`.execute(db)
  return rows.map((row) => row.id)
}
