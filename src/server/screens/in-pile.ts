import { sql } from 'kysely'
import { differencesOf, FIRST_SAVED, PRIORITIES, savedOf } from '../../shared/domain/screen/message.ts'
import { screenTakes } from '../../shared/domain/screen/takes.ts'
import type { pileScreen } from '../../shared/endpoints/screens.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import type { CostsOf } from './ports.ts'
import { takesOfScreens } from './takes.ts'

type Screen = Data<typeof pileScreen>

/** What a pile's screen holds, what is always in front first, and what it takes. */
export async function screenOf(pile_id: number, { db, person }: Context, costsOf: CostsOf): Promise<Screen> {
  const [rows, sessions, takes, costs, named] = await Promise.all([
    db.selectFrom('shown_message').selectAll().where('pile_id', '=', pile_id).orderBy('number').execute(),
    db
      .selectFrom('orders')
      .select(['id as order_id', 'connector_number', 'transaction_id'])
      .where('pile_id', '=', pile_id)
      .where('status', '=', 'generated')
      .orderBy('connector_number')
      .execute(),
    takesOfScreens(db, [pile_id]),
    costsOf(db, pile_id),
    sql<{ id: number; title: string }>`
      select d.id, d.name as title from shown_message m join display_message d on d.id = m.number - ${FIRST_SAVED}
      where m.pile_id = ${pile_id} and m.number > ${FIRST_SAVED} and ${reached(person, 'display_message', 'd')}`.execute(
      db,
    ),
  ])
  const messages = rows.flatMap(({ sent, told, missing, transaction_id, sent_at, told_at }): Screen['messages'] => {
    const shown = told ?? sent
    if (!shown) return []
    const { transaction_id: _, ...message } = shown
    const differences = sent && told ? differencesOf(sent, told) : []
    const session = sessions.find((one) => String(one.transaction_id) === transaction_id)
    return [
      {
        message: { ...message, texts: [...message.texts] },
        state: sent === null ? 'strange' : missing ? 'missing' : differences.length > 0 ? 'differs' : 'held',
        differences,
        order: session ? { id: session.order_id, connector_number: session.connector_number } : null,
        saved: named.rows.find(({ id }) => id === savedOf(message.number)) ?? null,
        ...{ sent_at, told_at },
      },
    ]
  })
  const place = ({ message }: Screen['messages'][number]) => PRIORITIES.indexOf(message.priority)
  return {
    messages: messages.sort((one, other) => place(one) - place(other)),
    takes: takes.get(pile_id) ?? screenTakes([]),
    costs,
    sessions: sessions.map(({ order_id, connector_number }) => ({ order_id, connector_number })),
  }
}
