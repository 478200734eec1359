import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

const DEFAULT_ZONE = 'Asia/Shanghai'

/** The zone that most sites lie in: whose midnight ends a day of figures that span all of them. */
export async function zoneOfMost(db: Kysely<Database>): Promise<string> {
  const most = await db
    .selectFrom('site')
    .select('time_zone')
    .groupBy('time_zone')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('time_zone')
    .limit(1)
    .executeTakeFirst()
  return most?.time_zone ?? DEFAULT_ZONE
}

/** The bounds of the figures, and the same moments a week before by the wall's clock. */
export interface Bounds {
  zone: string
  now: string
  /** Midnight of today. */
  today: string
  week_ago: string
  day_week_ago: string
  /** Midnight of the window's first day. */
  from: string
}

/** The database knows each zone's changes of the clock, so it says where its days begin. */
export async function boundsOf(db: Kysely<Database>, zone: string, days: number): Promise<Bounds> {
  const midnight = sql`date_trunc('day', now() at time zone ${zone})`
  const { rows } = await sql<Omit<Bounds, 'zone'>>`select now() as now,
    (${midnight}) at time zone ${zone} as today,
    (now() at time zone ${zone} - interval '7 days') at time zone ${zone} as week_ago,
    (${midnight} - interval '7 days') at time zone ${zone} as day_week_ago,
    (${midnight} - (${days}::int - 1) * interval '1 day') at time zone ${zone} as from`.execute(db)
  return { zone, ...(rows[0] as Omit<Bounds, 'zone'>) }
}
