import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { driftOf, type PileDrift, pileDriftOf, type ToldKey } from '../../shared/domain/configuration-drift.ts'
import type { Expected } from '../../shared/domain/expected.ts'
import type { Database } from '../kit/database/tables.ts'

type Db = Kysely<Database>

interface Judged {
  id: number
  configuration: PileDrift | null
  configuration_read_at: string | null
  expected: Expected[] | null
  told: ToldKey[]
}

/** Writes down how these piles stand to the templates of their types. Gives those of which it is another now. */
export async function judgePiles(db: Db, pile_ids: readonly number[]): Promise<number[]> {
  return judge(db, sql<SqlBool>`p.id = any(${[...pile_ids]}::bigint[])`)
}

/** The same for all piles of a type. */
export async function judgeType(db: Db, pile_type_id: number): Promise<number[]> {
  return judge(db, sql<SqlBool>`p.pile_type_id = ${pile_type_id}`)
}

/** What a pile `p` said of the keys of a template, and of nothing else: it may have 2,000. */
export const toldOf = (expected: RawBuilder<unknown>) => sql<ToldKey[]>`
  coalesce((select jsonb_agg(jsonb_build_object('key', s.key, 'value', s.value, 'type', s.type))
    from jsonb_array_elements(${expected}) e join pile_setting s on s.pile_id = p.id and lower(s.key) = lower(e ->> 'key')), '[]')`

/** In the order of their identities: two that judge the same piles wait for each other and go on. */
async function judge(db: Db, which: RawBuilder<SqlBool>): Promise<number[]> {
  const { rows } = await sql<Judged>`
    select p.id, p.configuration, p.configuration_read_at, t.expected,
      ${toldOf(sql`t.expected`)} as told
    from pile p left join configuration_template t on t.pile_type_id = p.pile_type_id
    where ${which} and (t.id is not null or p.configuration is not null) order by p.id for no key update of p`.execute(
    db,
  )
  const changes = rows.flatMap((row) => {
    const configuration = standOf(row)
    return configuration === row.configuration ? [] : [{ id: row.id, configuration }]
  })
  if (changes.length === 0) return []
  await sql`
    update pile p set configuration = n.configuration
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as n(id bigint, configuration text)
    where p.id = n.id`.execute(db)
  return changes.map(({ id }) => id)
}

function standOf({ expected, told, configuration_read_at }: Judged): PileDrift | null {
  if (!expected) return null
  const isWhole = configuration_read_at !== null
  return pileDriftOf(driftOf(expected, told, isWhole), isWhole)
}
