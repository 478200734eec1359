import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { ToldSetting, ToldSettings } from './told-settings.ts'

/** No text of the database can hold it. */
const storable = (text: string) => text.replaceAll('\0', '')

const rowOf = ({ key, value, read_only, address, facts }: ToldSetting) => ({
  ...{ key, value, read_only },
  ...address,
  ...facts,
})

/**
 * Keeps what a pile says of its configuration, and what changed since it last said it. After an answer to a question for
 * everything (`isAll`), what it did not name it does not have, and it is known when that was. Of a variable's history what it measures is left out:
 * a number that nobody sets is another one each time.
 */
export async function keepSettings(db: Kysely<Database>, pile_id: number, told: ToldSettings, isAll: boolean) {
  // A pile that names a key twice means the last.
  const known = [...new Map(told.known.map((one) => [storable(one.key).toLowerCase(), one])).values()]
  const rows = JSON.stringify(known.map(rowOf), (_, value) => (typeof value === 'string' ? storable(value) : value))
  const gone = told.unknown.map((key) => storable(key).toLowerCase())
  await sql`
    with said as (
      select * from jsonb_to_recordset(${rows}::jsonb) as t(key text, value text, read_only boolean, component text,
        component_instance text, evse int, connector int, variable text, variable_instance text, attribute text, type text, unit text,
        minimum float8, maximum float8, choices jsonb, write_only boolean, persistent boolean, constant boolean, supports_monitoring boolean)
    ), told as (
      -- What an answer does not say of a key is as it was.
      select t.key, case when coalesce(t.write_only, s.write_only, false) then null else t.value end as value,
        coalesce(t.read_only, s.read_only, false) as read_only, t.component, t.component_instance, t.evse, t.connector, t.variable,
        t.variable_instance, t.attribute, coalesce(t.type, s.type) as type, case when t.type is null then s.unit else t.unit end as unit,
        case when t.type is null then s.minimum else t.minimum end as minimum,
        case when t.type is null then s.maximum else t.maximum end as maximum,
        case when t.type is null then s.choices else t.choices end as choices,
        coalesce(t.write_only, s.write_only, false) as write_only, coalesce(t.persistent, s.persistent) as persistent,
        coalesce(t.constant, s.constant) as constant, coalesce(t.supports_monitoring, s.supports_monitoring) as supports_monitoring,
        s.key is null as is_new, s.value as before
      from said t left join pile_setting s on s.pile_id = ${pile_id} and lower(s.key) = lower(t.key)
    ), gone as (
      delete from pile_setting s where s.pile_id = ${pile_id} and (lower(s.key) = any(${gone}::text[])
        or (${isAll} and not exists (select from said t where lower(t.key) = lower(s.key))))
    ), changed as (
      insert into pile_setting_change (pile_id, key, value)
      select ${pile_id}, key, value from told
      where case when is_new then component is null or not read_only
        else before is distinct from value and (component is null or not read_only or type not in ('int', 'decimal', 'instant')) end
    )
    insert into pile_setting (pile_id, key, value, read_only, component, component_instance, evse, connector, variable, variable_instance,
      attribute, type, unit, minimum, maximum, choices, write_only, persistent, constant, supports_monitoring)
    select ${pile_id}, key, value, read_only, component, component_instance, evse, connector, variable, variable_instance, attribute, type,
      unit, minimum, maximum, choices, write_only, persistent, constant, supports_monitoring from told
    on conflict (pile_id, lower(key)) do update set
      key = excluded.key, value = excluded.value, read_only = excluded.read_only, component = excluded.component,
      component_instance = excluded.component_instance, evse = excluded.evse, connector = excluded.connector, variable = excluded.variable,
      variable_instance = excluded.variable_instance, attribute = excluded.attribute, type = excluded.type, unit = excluded.unit,
      minimum = excluded.minimum, maximum = excluded.maximum, choices = excluded.choices, write_only = excluded.write_only,
      persistent = excluded.persistent, constant = excluded.constant, supports_monitoring = excluded.supports_monitoring,
      read_at = now()`.execute(db)
  if (isAll) await sql`update pile set configuration_read_at = now() where id = ${pile_id}`.execute(db)
}
