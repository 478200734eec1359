import { sql } from 'kysely'
import { driftOf, isOff, type ToldKey } from '../../shared/domain/configuration-drift.ts'
import type { templateDrift } from '../../shared/endpoints/configuration-templates.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound } from '../kit/refusal.ts'
import { toldOf } from './judge.ts'

interface Differing {
  id: number
  station_number: string
  site_id: number | null
  site_name: string | null
  read_at: string | null
  told: ToldKey[]
}

/** The piles of a template's type that differ from it, as far as the person reaches; what differs is found anew. */
export async function driftList(
  { id, page_num, page_size }: Parsed<typeof templateDrift>,
  { db, person }: Context,
): Promise<Data<typeof templateDrift>> {
  const template = await db
    .selectFrom('configuration_template')
    .select(['pile_type_id', 'expected'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!template) throw notFound()
  const { expected } = template
  const own = sql`t.pile_type_id = ${template.pile_type_id} and t.archived_at is null and ${reached(person, 'pile')}`
  const [{ rows: counts }, { rows }] = await Promise.all([
    sql<{ state: 'same' | 'differs' | 'unknown'; piles: number }>`
      select coalesce(t.configuration, 'unknown') as state, count(*)::int as piles from pile t where ${own} group by 1`.execute(
      db,
    ),
    sql<Differing>`
      select t.id, t.station_number, t.site_id, s.name as site_name, t.configuration_read_at as read_at,
        (select ${toldOf(sql`${JSON.stringify(expected)}::jsonb`)} from (select t.id) p) as told
      from pile t left join site s on s.id = t.site_id where ${own} and t.configuration = 'differs'
      order by t.station_number, t.id limit ${page_size} offset ${(page_num - 1) * page_size}`.execute(db),
  ])
  const summary = {
    same: 0,
    differs: 0,
    unknown: 0,
    ...Object.fromEntries(counts.map((one) => [one.state, one.piles])),
  }
  return {
    ...{ total: summary.differs, page: page_num, pageSize: page_size, summary },
    rows: rows.map((row) => ({
      pile: { id: row.id, title: row.station_number },
      site: row.site_id === null ? null : { id: row.site_id, title: row.site_name ?? '' },
      read_at: row.read_at,
      differs: driftOf(expected, row.told, row.read_at !== null)
        .filter(isOff)
        .map((drift) => ({
          key: drift.expected.key,
          expected: drift.expected.value,
          told: drift.told,
          state: drift.state,
        })),
    })),
  }
}
