import { type Kysely, sql } from 'kysely'
import type { ScreenMessage } from '../../shared/domain/screen/message.ts'
import {
  type CannotShow,
  cannotShow,
  SCREEN_KEYS,
  type ScreenTakes,
  screenTakes,
  type ToldOfScreen,
} from '../../shared/domain/screen/takes.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>

/** What the screens of these piles take, by what they last said of their settings. */
export async function takesOfScreens(db: Db, pile_ids: readonly number[]): Promise<Map<number, ScreenTakes>> {
  const keys = SCREEN_KEYS.map((key) => key.toLowerCase())
  const { rows } = await sql<{ pile_id: number; settings: ToldOfScreen[] }>`
    select p.id as pile_id, coalesce(jsonb_agg(jsonb_build_object('key', s.key, 'value', s.value, 'choices', s.choices,
      'maximum', s.maximum)) filter (where s.key is not null), '[]') as settings
    from unnest(${[...pile_ids]}::bigint[]) p(id) left join pile_setting s on s.pile_id = p.id and lower(s.key) = any(${keys}::text[])
    group by p.id`.execute(db)
  return new Map(rows.map(({ pile_id, settings }) => [pile_id, screenTakes(settings)]))
}

/** Why a pile's screen does not take a message; null where nothing it said speaks against it. */
export async function screenRefuses(
  db: Db,
  pile_id: number,
  message: ScreenMessage,
  takes: ScreenTakes,
): Promise<CannotShow | null> {
  // What gives way to it makes room.
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from shown_message
    where pile_id = ${pile_id} and number <> ${message.number} and not missing
      and not (${message.priority} = 'always_front' and coalesce(told, sent) ->> 'priority' = 'always_front')`.execute(
    db,
  )
  return cannotShow(message, takes, rows[0]?.others ?? 0)
}
