import { customerRow } from '../../shared/endpoints/customers.ts'
import { customer } from '../../shared/entities/customer.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import type { Use } from '../../shared/kit/uses.ts'
import type { Context } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { usesBy } from '../kit/crud/holders.ts'
import { mayRead, shownTo } from '../kit/crud/masking.ts'
import { refuseDrawnIn, refuseTwoOwners } from './owner.ts'

type Db = Context['db']

/** Customers have cards, and leave with nothing open: no balance, no session, no refund on its way, no top-up that waits. */
export const customerExtension: Extension<typeof customer> = {
  row: customerRow,
  async check(record, context, before) {
    refuseTwoOwners(record)
    const { merchant_id = null, dept_id = null } = record
    const isAnothers = before && (merchant_id !== before.merchant_id || dept_id !== before.dept_id)
    if (isAnothers) await refuseDrawnIn(before.id, { merchant_id, dept_id }, context)
  },
  async extend(rows, { db }) {
    const cards = await cardsOf(
      db,
      rows.map(({ id }) => id),
    )
    return rows.map((row) => ({ ...row, cards: cards.get(row.id) ?? [] }))
  },
  async offered(titled, { db, person }) {
    if (!titled.length) return titled
    const found = await db
      .selectFrom('customer')
      .select(['id', 'account', 'name', 'phone'])
      .where(
        'id',
        'in',
        titled.map(({ id }) => id),
      )
      .execute()
    const notes = new Map(found.map((row) => [row.id, noteOf(shownTo(customer, row, person))]))
    return titled.map((one) => ({ ...one, ...(notes.get(one.id) && { note: notes.get(one.id) }) }))
  },
  async uses(ids, context) {
    const { db } = context
    const uses = await usesBy(context, 'order', await openOrdersOf(db, ids))
    for (const [id, more] of await usesBy(context, 'refund', await openRefundsOf(db, ids)))
      uses.set(id, [...(uses.get(id) ?? []), ...more])
    for (const [id, more] of await usesBy(context, 'balance_request', await openRequestsOf(db, ids)))
      uses.set(id, [...(uses.get(id) ?? []), ...more])
    for (const [id, use] of await balancesOf(context, ids)) uses.set(id, [use, ...(uses.get(id) ?? [])])
    return uses
  },
}

/** Many have the same name: anyone who chooses one sees the account, and the phone that they may have been found by. */
const noteOf = ({ account, name, phone }: { account: string; name: string | null; phone: string | null }) =>
  [name && account, phone].filter(Boolean).join(' · ')

async function cardsOf(db: Db, ids: readonly number[]): Promise<Map<number, Titled[]>> {
  const rows = await db
    .selectFrom('card')
    .select(['id', 'number', 'customer_id'])
    .where('customer_id', 'in', ids)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute()
  const cards = new Map<number, Titled[]>()
  for (const { id, number, customer_id } of rows)
    if (customer_id !== null) cards.set(customer_id, [...(cards.get(customer_id) ?? []), { id, title: number }])
  return cards
}

/** That there is one; how much it is for anyone who may see balances. */
async function balancesOf({ db, person }: Context, ids: readonly number[]): Promise<[number, Use][]> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'balance_cents'])
    .where('id', 'in', ids)
    .where('balance_cents', '<>', 0)
    .execute()
  const isTold = mayRead(customer, 'balance_cents', person)
  return rows.map(({ id, balance_cents }) => {
    const titles = isTold ? [`¥ ${(balance_cents / 100).toFixed(2)}`] : []
    return [id, { entity: 'customer', field: 'balance_cents', ids: [id], titles, count: 1 }]
  })
}

/** Those that run, and those that are not paid. */
const openOrdersOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('orders')
    .select(({ ref }) => ['id', 'number as title', ref('customer_id').$notNull().as('owner')])
    .where('customer_id', 'in', ids)
    .where('status', 'in', ['generated', 'completed', 'unpaid'])
    .orderBy('id')
    .execute()

/** What is still to be paid back, or given up. */
const openRefundsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('refund')
    .select(({ ref }) => ['id', 'number as title', ref('customer_id').$notNull().as('owner')])
    .where('customer_id', 'in', ids)
    .where('status', 'in', ['unreviewed', 'reviewed', 'refunding', 'refund_failed'])
    .orderBy('id')
    .execute()

const openRequestsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('balance_request')
    .select(['id', 'number as title', 'customer_id as owner'])
    .where('customer_id', 'in', ids)
    .where('status', '=', 'waiting')
    .orderBy('id')
    .execute()
