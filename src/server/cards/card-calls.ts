import type { allocateCard, blockCard, takeBackCard, unblockCard } from '../../shared/endpoints/cards.ts'
import { card as cardEntity, IN_WRONG_HANDS } from '../../shared/entities/card.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { refuseArchived, refuseArchivedReferences } from '../kit/crud/archive.ts'
import { choiceRules } from '../kit/crud/chosen.ts'
import { updateRecord } from '../kit/crud/writes.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import type { CardPiles } from './ports.ts'
import { runningOn } from './running.ts'

export async function allocate({ id, customer_id }: Parsed<typeof allocateCard>, context: Context): Promise<null> {
  const { db } = context
  const card = await locked(context, id)
  if (card.status === 'blocked') throw new Refusal(409, 'refusals:card_blocked')
  if (card.customer_id === customer_id) return null
  if (card.customer_id !== null) throw new Refusal(409, 'refusals:card_allocated')
  await refuseArchivedReferences(db, cardEntity, { customer_id })
  const customer = await db.selectFrom('customer').select('status').where('id', '=', customer_id).executeTakeFirst()
  if (!customer) throw wrongField('customer_id', 'unknown_reference')
  if (customer.status !== 'normal') throw wrongField('customer_id', 'refusals:customer_invalid')
  await change(context, id, { customer_id })
  return null
}

export async function takeBack({ id, remark }: Parsed<typeof takeBackCard>, context: Context): Promise<null> {
  const card = await locked(context, id)
  if (card.customer_id === null) return null
  await change(context, id, { customer_id: null, remark: remark ?? card.remark })
  // It lies with anyone who took it back, who may give it to the next one.
  await context.db.updateTable('card').set({ created_by: context.person.id }).where('id', '=', id).execute()
  return null
}

/**
 * From the commit on no pile accepts it. What runs on a card in the wrong hands is stopped; for another reason it goes on and is
 * paid for, unless it is to be stopped.
 */
export async function block(
  { id, reason, remark, stop = false }: Parsed<typeof blockCard>,
  context: Context,
  piles: CardPiles,
): Promise<Data<typeof blockCard>> {
  const card = await locked(context, id)
  if (card.block_reason !== reason) await holdReason(context, reason)
  if (card.status !== 'blocked' || card.block_reason !== reason)
    await change(context, id, { status: 'blocked', block_reason: reason, remark: remark ?? card.remark })
  const inWrongHands = IN_WRONG_HANDS.includes(reason)
  const disowned = inWrongHands ? await piles.sessions.disown(context.db, card.number) : null
  const running = await runningOn(context.db, card.number)
  if (!stop && !inWrongHands) return { running: running.length, stopped: 0 }
  const others = stop ? running.filter(({ id }) => !disowned?.order_ids.includes(id)) : []
  // What a pile answers is told by its command; nobody waits for it here.
  context.afterCommit(() => {
    disowned?.stop()
    for (const { pile_id, transaction_id } of others) void piles.commands.remoteStop(pile_id, String(transaction_id))
  })
  return { running: running.length, stopped: running.length }
}

async function holdReason({ db }: Context, reason: string): Promise<void> {
  const wrong = (await choiceRules(db, cardEntity, ['block_reason']))({ block_reason: reason })
  if (wrong.length) throw wrongField('reason', 'not_a_choice')
}

export async function unblock({ id, remark }: Parsed<typeof unblockCard>, context: Context): Promise<null> {
  const card = await locked(context, id)
  if (card.status === 'normal') return null
  await change(context, id, { status: 'normal', block_reason: null, remark: remark ?? card.remark })
  return null
}

async function locked({ db }: Context, id: number) {
  const card = await db.selectFrom('card').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!card) throw notFound()
  refuseArchived(cardEntity, card)
  return card
}

const change = ({ db }: Context, id: number, values: Readonly<Record<string, unknown>>): Promise<void> =>
  updateRecord(db, cardEntity, { id, values })
