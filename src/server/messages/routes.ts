import type { FastifyInstance } from 'fastify'
import type { Channel } from '../../shared/domain/channels.ts'
import { contactOf } from '../../shared/domain/contact.ts'
import { messageSenders, resendMessage, tryMessage } from '../../shared/endpoints/messages.ts'
import { type Message, message as messageEntity } from '../../shared/entities/message.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { type Kept, rowsOf } from '../kit/crud/rows.ts'
import { notFound, Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { withCodes } from './codes.ts'
import { send } from './port.ts'
import type { Senders } from './senders/senders.ts'

export function messageRoutes(app: FastifyInstance, senders: Senders): void {
  serve(app, resendMessage, (asked, context) => resend(asked, context, senders))
  serve(app, tryMessage, tryOne)
  serve(app, messageSenders, async () => ({
    sms: senders.sms?.service ?? null,
    mail: senders.mail?.service ?? null,
    wechat: senders.wechat?.service ?? null,
  }))
}

/** The list counts messages by state, over all other filters. */
export const messageExtension = (senders: Senders): Extension<typeof messageEntity> => ({
  extend: (rows, context) => withCodes(rows, context, senders),
  summary: async (_, __, list) => ({
    ...{ queued: 0, sent: 0, failed: 0, kept: 0 },
    ...(await list.overview([], 'state')).counts,
  }),
})

async function resend(
  { id }: Parsed<typeof resendMessage>,
  { db, person }: Context,
  senders: Senders,
): Promise<Data<typeof resendMessage>> {
  const message = await db.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!message) throw notFound()
  const isOver = message.expires_at !== null && Date.parse(message.expires_at) <= Date.now()
  if (message.words === null || isOver) throw new Refusal(422, 'refusals:message_code_over')
  const now = new Date().toISOString()
  await db
    .updateTable('message')
    .set({ state: 'queued', tries: 0, failure: null, problem: null, sent_at: null, next_try_at: now, updated_at: now })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()
  const rows = await rowsOf<Message & Kept>(db, messageEntity, [id], person)
  const [row] = await withCodes(rows, { db, person }, senders)
  if (!row) throw notFound()
  return { message: row }
}

async function tryOne({ channel, to }: Parsed<typeof tryMessage>, { db, person, language }: Context) {
  if (!isReached(channel, to)) throw wrongField('to', 'refusals:not_a_recipient')
  const words = { by: person.name }
  return { id: await send(db, { channel, to, template: 'test', words, language }) }
}

/** Accounts of WeChat Work may look like anything; `@all` and `a|b` are more than one person. */
const isReached = (channel: Channel, to: string) =>
  channel === 'wechat' ? /^[^\s|@][^\s|]*$/.test(to) : contactOf(to)?.channel === channel
