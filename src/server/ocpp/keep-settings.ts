import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { ToldSettings } from './protocol.ts'

/** No text of the database can hold it. */
const storable = (text: string) => text.replaceAll('\0', '')

/**
 * Keeps what a pile says of its configuration, and what changed since it last said it. After an answer to a question for
 * everything (`isAll`), what it did not name it does not have, and it is known when that was.
 */
export async function keepSettings(db: Kysely<Database>, pile_id: number, told: ToldSettings, isAll: boolean) {
  // A pile that names a key twice means the last.
  const known = [...new Map(told.known.map((one) => [storable(one.key).toLowerCase(), one])).values()]
  const keys = known.map(({ key }) => storable(key))
  const values = known.map(({ value }) => value && storable(value))
  const fixed = known.map(({ read_only }) => read_only)
  const gone = told.unknown.map((key) => storable(key).toLowerCase())
  await sql`
    with told as (
      select * from unnest(${keys}::text[], ${values}::text[], ${fixed}::boolean[]) as t(key, value, read_only)
    ), gone as (
      delete from pile_setting s where s.pile_id = ${pile_id} and (lower(s.key) = any(${gone}::text[])
        or (${isAll} and not exists (select from told t where lower(t.key) = lower(s.key))))
    ), changed as (
      insert into pile_setting_change (pile_id, key, value)
      select ${pile_id}, t.key, t.value from told t
      left join pile_setting s on s.pile_id = ${pile_id} and lower(s.key) = lower(t.key)
      where s.key is null or s.value is distinct from t.value
    )
    insert into pile_setting (pile_id, key, value, read_only)
    select ${pile_id}, key, value, read_only from told
    on conflict (pile_id, lower(key)) do update set
      key = excluded.key, value = excluded.value, read_only = excluded.read_only, read_at = now()`.execute(db)
  if (isAll) await sql`update pile set configuration_read_at = now() where id = ${pile_id}`.execute(db)
}
