import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { order } from '../../shared/entities/order.ts'
import type { Extension } from '../kit/crud/extension.ts'
import type { Database } from '../kit/database/tables.ts'

type Condition = RawBuilder<SqlBool>
type Sums = Record<string, number>

const FIGURES = ['energy_wh', 'electricity_cents', 'service_cents', 'occupation_cents', 'total_cents', 'paid_cents']
const STATUSES = ['generated', 'completed', 'paid', 'unpaid']

/** The list adds up energy and each fee over the filter, and counts orders by status over all other filters. */
export const orderExtension: Extension<typeof order> = {
  // A list that is narrowed by nothing but the status takes its sums from the table that keeps them.
  summary: async (where, { db }, isNarrowed) =>
    isNarrowed('status')
      ? added(db, { table: sql`orders`, count: sql`count(*)`, counted: where('status'), summed: where() })
      : added(db, { table: sql`order_sum`, count: sql`sum(t.orders)`, counted: sql`true`, summed: where() }),
}

interface Summed {
  table: RawBuilder<unknown>
  count: RawBuilder<unknown>
  /** Which rows count, and which of these are summed. */
  counted: Condition
  summed: Condition
}

async function added(db: Kysely<Database>, { table, count, counted, summed }: Summed): Promise<Sums> {
  const sums = FIGURES.map(
    (name) => sql`coalesce(sum(${sql.ref(`t.${name}`)}) filter (where ${summed}), 0)::bigint as ${sql.ref(name)}`,
  )
  const { rows } = await sql<Sums & { status: string; count: number }>`
    select t.status, ${count}::bigint as count, ${sql.join(sums)}
    from ${table} t where ${counted} group by t.status`.execute(db)
  const total = (name: string) => rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
  const countOf = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  return {
    ...Object.fromEntries(FIGURES.map((name) => [name, total(name)])),
    ...Object.fromEntries(STATUSES.map((status) => [status, countOf(status)])),
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
