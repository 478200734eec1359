import type { Intent } from '../../shared/domain/intent.ts'
import { freeNumber, type Priority, type ScreenMessage, type ShownWhile } from '../../shared/domain/screen/message.ts'
import { type CannotShow, formatFor, type ScreenTakes } from '../../shared/domain/screen/takes.ts'
import type { Context } from '../kit/context.ts'
import { wrongField } from '../kit/refusal.ts'
import { screenRefuses, takesOfScreens } from './takes.ts'

interface Said {
  id: number
  text: string
  priority: Priority
  shown_while: ShownWhile | null
  starts_at: string | null
  ends_at: string | null
  order_id: number | null
}

const FIELDS: Readonly<Record<CannotShow['field'], string>> = {
  texts: 'text',
  format: 'text',
  priority: 'priority',
  shown_while: 'shown_while',
}

/** What a pile is to show, of what a person typed: under a number that it has free, in letters that it has. */
async function showMessage(said: Said, { db }: Context): Promise<Intent> {
  const { id: pile_id, starts_at, ends_at } = said
  if (ends_at !== null && Date.parse(ends_at) <= Date.now()) throw wrongField('ends_at', 'screens:over')
  if (starts_at !== null && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    throw wrongField('ends_at', 'screens:ends_first')
  const takes = (await takesOfScreens(db, [pile_id])).get(pile_id) as ScreenTakes
  const held = await db.selectFrom('shown_message').select('number').where('pile_id', '=', pile_id).execute()
  const message: ScreenMessage = {
    number: freeNumber(held.map(({ number }) => number)),
    format: formatFor(said.text, takes),
    ...{ priority: said.priority, shown_while: said.shown_while, starts_at, ends_at },
    transaction_id: said.order_id === null ? null : await transactionOf(said.order_id, pile_id, { db }),
    texts: [{ language: null, text: said.text }],
  }
  const why = await screenRefuses(db, pile_id, message, takes)
  if (why) throw wrongField(FIELDS[why.field], `campaigns:why.${why.code}`, { figure: why.figure ?? '' })
  return { ask: 'show_message', ...message }
}

/** Of a session that runs at the pile (O02.FR.01). */
async function transactionOf(order_id: number, pile_id: number, { db }: Pick<Context, 'db'>): Promise<string> {
  const order = await db
    .selectFrom('orders')
    .select('transaction_id')
    .where('id', '=', order_id)
    .where('pile_id', '=', pile_id)
    .where('status', '=', 'generated')
    .executeTakeFirst()
  if (!order) throw wrongField('order_id', 'screens:not_running')
  return String(order.transaction_id)
}

export const screenResolver = { show_message: showMessage }
