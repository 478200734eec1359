import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { order } from '../../shared/entities/order.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'

type Condition = RawBuilder<SqlBool>
type Sums = Record<string, number>

const figures = ['energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'total_cents', 'paid_cents']
const sums = sql.join(figures.map((name) => sql`coalesce(sum(${sql.ref(`t.${name}`)}), 0)::bigint as ${sql.ref(name)}`))

/** The list adds up energy and each fee over the filter, and counts orders by status over all other filters. */
export const orderExtension: Extension<typeof order> = {
  // A list that is narrowed by nothing but the status takes its sums from the table that keeps them.
  summary: async (where, { db }, isNarrowed) => {
    if (isNarrowed('status'))
      return { ...(await added(db, 'orders', where())), ...(await counted(db, where('status'))) }
    return { ...(await added(db, 'order_sum', where())), ...(await kept(db)) }
  },
}

async function added(db: Kysely<Database>, table: 'orders' | 'order_sum', where: Condition): Promise<Sums> {
  const { rows } = await sql<Sums>`select ${sums} from ${sql.table(table)} t where ${where}`.execute(db)
  return rows[0] ?? {}
}

const counted = (db: Kysely<Database>, where: Condition) =>
  counts(sql<Count>`select t.status, count(*) as count from orders t where ${where} group by t.status`, db)

const kept = (db: Kysely<Database>) =>
  counts(sql<Count>`select status, sum(orders)::bigint as count from order_sum group by status`, db)

interface Count {
  status: string
  count: number
}

async function counts(query: RawBuilder<Count>, db: Kysely<Database>): Promise<Sums> {
  const { rows } = await query.execute(db)
  return {
    generated: 0,
    completed: 0,
    paid: 0,
    unpaid: 0,
    ...Object.fromEntries(rows.map(({ status, count }) => [status, count])),
  }
}

/** Adds up the differences that writers have noted, so that reading a sum stays quick. */
export const addUpOrderSums = (db: Kysely<Database>): Promise<unknown> =>
  sql`
    with gone as (delete from order_sum returning *)
    insert into order_sum
      select status, sum(orders), sum(energy_wh), sum(electricity_cents), sum(service_cents), sum(occupation_cents),
        sum(total_cents), sum(paid_cents)
      from gone group by status`.execute(db)
