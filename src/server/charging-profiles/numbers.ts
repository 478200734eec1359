import { type Kysely, sql } from 'kysely'
import { numberAbove, profileOf } from '../../shared/domain/charging-profiles/number.ts'
import type { Database } from '../kit/database/tables.ts'

/** Of OCPP 2.1: the highest number that a pile gives a profile of another system's limit. */
const RESERVED = 'SmartChargingCtrlr/MaxExternalConstraintsId'

/** By which number this pile is to know a profile: above those that it keeps for limits from outside (K01.FR.80). */
export async function numberFor(db: Kysely<Database>, pile_id: number, number: number): Promise<number> {
  const setting = await db
    .selectFrom('pile_setting')
    .select('value')
    .where('pile_id', '=', pile_id)
    .where(sql`lower(key)`, '=', RESERVED.toLowerCase())
    .executeTakeFirst()
  const reserved = setting?.value?.trim() ?? ''
  return /^\d+$/.test(reserved) ? numberAbove(number, Number(reserved)) : number
}

interface Place {
  pile_id: number
  connector_number: number | null
}

/** By which it knows one that it holds, should it have said since that it keeps that number for itself. */
export async function heldNumber(
  db: Kysely<Database>,
  { pile_id, connector_number }: Place,
  number: number,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select (sent ->> 'id')::float8 as id from installed_profile
    where pile_id = ${pile_id} and charging_profile_id = ${profileOf(number)}
      and (purpose <> 'session' or connector_number = ${connector_number ?? 0}) limit 1`.execute(db)
  return rows[0]?.id ?? (await numberFor(db, pile_id, number))
}
