import { type Kysely, sql } from 'kysely'
import { numberAt } from '../../shared/domain/charging-profiles/number.ts'
import type { SentProfile } from '../../shared/domain/charging-profiles/profile.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Pushed } from './ports.ts'

type Db = Kysely<Database>

interface Place {
  pile_id: number
  connector_number: number | null
}
interface Session extends Place {
  connector_number: number
  transaction_id: number
}

/** The sessions that run at these piles, or at one gun of them. */
export async function sessionsAt(db: Db, piles: readonly number[], gun: number | null): Promise<Session[]> {
  const { rows } = await sql<Session>`
    select distinct on (pile_id, connector_number) pile_id, connector_number, transaction_id from orders
    where pile_id = any(${[...piles]}::bigint[]) and status = 'generated' and connector_number > 0
      and (${gun}::int is null or connector_number = ${gun}) order by pile_id, connector_number, id desc`.execute(db)
  return rows
}

export const placeKey = ({ pile_id, connector_number }: Place): string => `${pile_id}-${connector_number}`

/** As it goes to one target: of a session with its transaction, and null where that is over. */
export async function profileFor(db: Db, place: Place, { profile, sessions }: Pushed): Promise<SentProfile | null> {
  const transaction = sessions?.[placeKey(place)]
  if (transaction === undefined) return profile
  const { rows } = await sql`
    select from orders where pile_id = ${place.pile_id} and connector_number = ${place.connector_number}
      and transaction_id = ${transaction} and status = 'generated' limit 1`.execute(db)
  return rows.length > 0 ? sentTo(place, { profile, sessions }) : null
}

/** The same, whether its session still runs or not. */
export function sentTo(place: Place, { profile, sessions }: Pick<Pushed, 'profile' | 'sessions'>): SentProfile {
  const transaction = sessions?.[placeKey(place)]
  if (transaction === undefined) return profile
  return { ...profile, id: numberAt(profile.id, place.connector_number ?? 0), transaction_id: String(transaction) }
}

/** The guns of these piles that hold a profile of sessions. */
export const heldAt = (db: Db, id: number, piles: readonly number[]): Promise<Place[]> =>
  db
    .selectFrom('installed_profile')
    .select(['pile_id', 'connector_number'])
    .where('charging_profile_id', '=', id)
    .where('pile_id', 'in', piles)
    .execute()
