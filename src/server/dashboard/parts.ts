import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  MOST_SHOWN,
  type OfflinePiles,
  offlinePiles,
  type PowerBefore,
  type PrepaidBalances,
  powerBefore,
  prepaidBalances,
  SEES_PREPAID,
} from '../../shared/endpoints/dashboard-parts.ts'
import type { Looking } from '../kit/context.ts'
import { narrowed } from '../kit/person.ts'
import { reachKey } from '../kit/reach/reach.ts'
import { reached } from '../kit/reach/within.ts'
import { Remembered } from '../kit/remembered.ts'
import { serve } from '../kit/serve.ts'
import { powerAt } from './network.ts'

/** Every customer is added up: once for all who reach the same in these seconds. */
const GOOD_FOR_MS = 10_000
/** Every pile's sessions of then are looked up, and a minute changes little of it. */
const BEFORE_GOOD_FOR_MS = 60_000
/** Of more piles that are away nobody needs the number. */
const MOST_COUNTED = 10_000
const WEEK_MS = 7 * 86_400_000

/** What single widgets of the dashboard show that no list says. */
export function dashboardPartRoutes(app: FastifyInstance): void {
  const balances = new Remembered<PrepaidBalances>(GOOD_FOR_MS)
  const before = new Remembered<PowerBefore>(BEFORE_GOOD_FOR_MS)
  serve(app, powerBefore, (_, { db, person }) =>
    before.get(reachKey(person.reach), async () => ({
      power_w: await powerAt({ db, person }, new Date(Date.now() - WEEK_MS).toISOString()),
    })),
  )
  serve(app, offlinePiles, (_, context) => offlineNow(context))
  serve(app, prepaidBalances, ({ low_cents }, { db, person }) => {
    // Who may not list customers reaches none of them.
    const reaches = SEES_PREPAID.map((permission) => reachKey(narrowed(person, permission).reach))
    return balances.get(JSON.stringify([low_cents, reaches]), () => balancesNow({ db, person }, low_cents))
  })
}

async function offlineNow({ db, person }: Looking): Promise<OfflinePiles> {
  const away = sql`p.away_since is not null and ${reached(person, 'pile', 'p')}`
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<{
      id: number
      station_number: string
      site_id: number | null
      site: string | null
      since: string
    }>`
    select p.id, p.station_number, p.site_id, s.name as site, p.away_since as since
    from pile p left join site s on s.id = p.site_id where ${away} order by p.away_since, p.id limit ${MOST_SHOWN}`.execute(
      db,
    ),
    sql<{ found: number }>`
      select count(*)::int as found from (select from pile p where ${away} limit ${MOST_COUNTED + 1}) known`.execute(
      db,
    ),
  ])
  const found = counted[0]?.found ?? 0
  return {
    total: Math.min(found, MOST_COUNTED),
    more: found > MOST_COUNTED,
    rows: rows.map(({ id, station_number, site_id, site, since }) => ({
      ...{ id, station_number, since },
      site: site_id !== null && site !== null ? { id: site_id, title: site } : null,
    })),
  }
}

/** Customers in use whom a person may list and whose balance they may see. */
const theirs = (person: Looking['person']) =>
  sql.join(
    SEES_PREPAID.map((permission) => reached(narrowed(person, permission), 'customer', 'c')),
    sql` and `,
  )

async function balancesNow({ db, person }: Looking, low: number): Promise<PrepaidBalances> {
  const isTheirs = sql`c.archived_at is null and ${theirs(person)}`
  const isLow = sql`(c.balance_cents < 0 or c.balance_cents < ${low} and exists (
    select from ledger_entry l where l.customer_id = c.id and l.created_at > now() - interval '30 days'))`
  const [sums, rows] = await Promise.all([
    sql<Omit<PrepaidBalances, 'rows'>>`
      select count(*) as customers, coalesce(sum(balance_cents) filter (where balance_cents > 0), 0)::bigint as held_cents,
        coalesce(-sum(balance_cents) filter (where balance_cents < 0), 0)::bigint as owed_cents,
        count(*) filter (where balance_cents < 0) as owing,
        count(*) filter (where balance_cents >= 0 and ${isLow}) as low
      from customer c where ${isTheirs}`.execute(db),
    sql<PrepaidBalances['rows'][number]>`
      select c.id, coalesce(nullif(c.name, ''), c.account) as title, c.balance_cents from customer c
      where ${isTheirs} and ${isLow} order by c.balance_cents, c.id limit ${MOST_SHOWN}`.execute(db),
  ])
  return { ...(sums.rows[0] as Omit<PrepaidBalances, 'rows'>), rows: rows.rows }
}
