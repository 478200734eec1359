import { type RawBuilder, sql } from 'kysely'
import type { HistoryLine, pileHistory } from '../../shared/endpoints/work-orders.ts'
import type { entities } from '../../shared/entities/index.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Looking } from '../kit/context.ts'
import { entityNamed } from '../kit/crud/columns.ts'
import { repairOf } from '../kit/figures/repairs.ts'
import { may, narrowed } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'

const MOST = 100

interface Source {
  kind: HistoryLine['kind']
  /** Of the table `t`: the columns of a line, and which are of the pile. */
  lines(pile_id: number): RawBuilder<unknown>
}

const SOURCES: readonly Source[] = [
  {
    kind: 'alarm',
    lines: (
      pile_id,
    ) => sql`t.id, t.code as title, t.status as state, t.handled_by as by, t.remark as text, t.raised_at as at,
      coalesce(t.cleared_at, t.handled_at) as ended_at from alarm t where t.pile_id = ${pile_id}`,
  },
  {
    kind: 'work_order',
    lines: (
      pile_id,
    ) => sql`t.id, t.work as title, t.state, coalesce(t.assignee_name, t.made_by) as by, coalesce(t.did, t.found) as text,
      coalesce(t.started_at, t.created_at) as at, t.ended_at from work_order t where t.pile_id = ${pile_id}`,
  },
  {
    kind: 'inspection',
    lines: (
      pile_id,
    ) => sql`t.id, t.check_list as title, t.state, t.inspected_by as by, t.trouble as text, t.inspected_at as at, t.inspected_at as ended_at
      from inspection t where t.pile_id = ${pile_id} and t.inspected_at is not null`,
  },
  {
    kind: 'maintenance',
    lines: (
      pile_id,
    ) => sql`t.id, t.work as title, t.state, t.made_by as by, null::text as text, t.starts_at as at, t.over_at as ended_at
      from maintenance t where t.id in (select maintenance_id from maintenance_span where pile_id = ${pile_id})`,
  },
]

const mayList = ({ person }: Looking, kind: keyof typeof entities) =>
  may(person, permissionOf(entityNamed(kind), 'list'))

/** What happened at a pile, of every kind that the caller may see. */
export async function historyOf(
  { pile_id }: Parsed<typeof pileHistory>,
  looking: Looking,
): Promise<Data<typeof pileHistory>> {
  const { db } = looking
  const seen = SOURCES.filter(({ kind }) => mayList(looking, kind))
  const found = await Promise.all(
    seen.map(async ({ kind, lines }) => {
      const person = narrowed(looking.person, permissionOf(entityNamed(kind), 'list'))
      const { rows } = await sql<Omit<HistoryLine, 'kind'>>`
        select ${lines(pile_id)} and ${reached(person, kind)} order by at desc limit ${MOST}`.execute(db)
      return rows.map((row) => ({ kind, ...row }))
    }),
  )
  const lines = found.flat().sort((one, other) => other.at.localeCompare(one.at))
  const last = lines.find(({ kind }) => kind === 'inspection')
  const inspected = last ? { at: last.at, by: last.by } : null
  return { lines: lines.slice(0, MOST), inspected, ...(await repairsOf(pile_id, looking)) }
}

async function repairsOf(pile_id: number, looking: Looking) {
  if (!mayList(looking, 'alarm')) return { repairs: null, repair_seconds: null }
  const person = narrowed(looking.person, permissionOf(entityNamed('alarm'), 'list'))
  const { rows } = await sql<{ repairs: number; repair_seconds: number }>`
    select ${repairOf('a')} from alarm a where a.pile_id = ${pile_id} and a.kind = 'fault'
      and a.raised_at > now() - interval '1 year' and ${reached(person, 'alarm', 'a')}`.execute(looking.db)
  return rows[0]?.repairs ? rows[0] : { repairs: null, repair_seconds: null }
}
