import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { commandWord } from '../../../shared/commands/declare.ts'
import { listOfPile, sendList, sendLists } from '../../../shared/endpoints/card-lists.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import type { StartCampaign } from '../../campaigns/ports.ts'
import { auditAll } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import { notFound } from '../../kit/refusal.ts'
import { serve } from '../../kit/serve.ts'
import { say } from '../../kit/words.ts'
import { limitsOf, tooLong } from './list-plan.ts'
import { SEND } from './works.ts'

/** Piles are waited for until a day is over. */
const RULES = { wait_hours: 24 }

/** What lists of cards in piles have beside the plain calls. */
export function cardListRoutes(app: FastifyInstance, campaigns: StartCampaign): void {
  serve(app, listOfPile, ({ pile_id }, context) => ofPile(pile_id, context))
  serve(app, sendList, async ({ id }, { db }) => {
    await due(db, [id])
    return null
  })
  serve(app, sendLists, async ({ ids }, context) => {
    const piles = await context.db
      .selectFrom('card_list')
      .select('pile_id')
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    if (piles.length === 0) throw notFound()
    const targets = piles.map(({ pile_id }) => ({ pile_id, connector_number: null }))
    const name = say(context.language, { key: commandWord(SEND) })
    const campaign_id = await campaigns.start({ action: SEND, name, payload: {}, targets, rules: RULES }, context)
    const note = { action: 'send', entity: 'card_list', before: null, after: { campaign_id } }
    await auditAll(
      context.db,
      context,
      ids.map((entity_id) => ({ ...note, entity_id })),
    )
    return { campaign_id, piles: piles.length }
  })
}

/** All of it is due, at once. */
const due = (db: Context['db'], ids: readonly number[]) =>
  sql`update card_list set full_due = true, ask_due = true, send_after = null, state = 'behind', version = version + 1,
    updated_at = now() where id = any(${[...ids]}::bigint[])`.execute(db)

async function ofPile(pile_id: number, { db }: Context): Promise<Data<typeof listOfPile>> {
  const list = await db
    .selectFrom('card_list')
    .select([
      'id',
      'state',
      'said',
      'entries',
      'wanted',
      'left_out',
      'list_version',
      'told_version',
      'told_at',
      'sent_at',
    ])
    .select(['full_due', 'emptying'])
    .where('pile_id', '=', pile_id)
    .executeTakeFirst()
  if (!list) return null
  const { entries: most, a_call, enabled } = await limitsOf(db, pile_id)
  return { ...list, too_long: await tooLong(db, pile_id), most, a_call, enabled }
}
