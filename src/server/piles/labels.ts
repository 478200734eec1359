import { sql } from 'kysely'
import { MOST_LABELS, type pileLabels } from '../../shared/endpoints/labels.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import type { Looking } from '../kit/context.ts'
import { reached } from '../kit/reach/within.ts'
import { wrongField } from '../kit/refusal.ts'

type Labels = Data<typeof pileLabels>
type Asked = Parsed<typeof pileLabels>

/** What stands on piles' labels; those of a batch in the order of its workbook. */
export async function labelsOf({ db, person }: Looking, asked: Asked): Promise<Labels> {
  const { ids, site_id, batch_task_id, page_num } = asked
  if (!ids && site_id === undefined && batch_task_id === undefined) throw wrongField('ids', 'required')
  const chosen = db
    .selectFrom('pile as p')
    .where('p.archived_at', 'is', null)
    .where(reached(person, 'pile', 'p'))
    .$if(ids !== undefined, (query) => query.where('p.id', 'in', ids ?? []))
    .$if(site_id !== undefined, (query) => query.where('p.site_id', '=', site_id ?? 0))
    .$if(batch_task_id !== undefined, (query) => query.where('p.batch_task_id', '=', batch_task_id ?? 0))
  const { total } = await chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await chosen
    .leftJoin('site as s', 's.id', 'p.site_id')
    .leftJoin('pile_type as y', 'y.id', 'p.pile_type_id')
    .select([
      'p.id',
      'p.station_number',
      'p.self_code',
      's.id as site_id',
      's.name as site',
      'y.id as type_id',
      'y.name as type',
    ])
    .select(connectorNumbers.as('connectors'))
    .orderBy(batch_task_id === undefined ? 'p.station_number' : 'p.batch_place')
    .limit(MOST_LABELS)
    .offset((page_num - 1) * MOST_LABELS)
    .execute()
  return { total, rows: rows.map(label) }
}

const connectorNumbers = sql<number[]>`coalesce(
  nullif(array(select number from connector where pile_id = p.id and number > 0 order by number), '{}'),
  array(select generate_series(1, coalesce(y.guns, 1))))`

interface Found {
  id: number
  station_number: string
  self_code: string | null
  site_id: number | null
  site: string | null
  type_id: number | null
  type: string | null
  connectors: number[]
}

const titled = (id: number | null, title: string | null) => (id === null ? null : { id, title: title ?? '' })

const label = ({ site_id, site, type_id, type, ...pile }: Found): Labels['rows'][number] => ({
  ...pile,
  site: titled(site_id, site),
  pile_type: titled(type_id, type),
})
