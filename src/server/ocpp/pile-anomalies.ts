import type { QueryConfig } from 'pg'

/** What was noted since it was written last, of one kind of anomaly of one pile: by what it is about. */
export type Anomalies = Map<string, Anomaly>

export interface Anomaly {
  detail: string
  first_at: number
  at: number
  times: number
  /** Kept whatever else comes: its subjects are words of the standard, so they are few. */
  pinned: boolean
}

/** Where those are counted that are not kept one by one. */
export const OTHERS = ''
/** Of one kind of a pile, the newest; the words of the standard besides. */
const MOST_KEPT = 20
const LONGEST_SUBJECT = 200
const LONGEST_DETAIL = 500

/** Adds one; what a flood brings is counted. */
export function note(
  all: Anomalies,
  subject: string,
  { detail, at, pinned }: Pick<Anomaly, 'detail' | 'at' | 'pinned'>,
) {
  const key = subject.slice(0, LONGEST_SUBJECT) || '-'
  add(all, key, { detail: detail.slice(0, LONGEST_DETAIL), first_at: at, at, times: 1, pinned })
  crowdOut(all)
}

/** Puts what is newer to what is older. */
export function mergeAnomalies(older: Anomalies, newer: Anomalies): Anomalies {
  const all = new Map(older)
  for (const [subject, anomaly] of newer) add(all, subject, anomaly)
  crowdOut(all)
  return all
}

// The newest stand last, so that those which came first leave first.
function add(all: Anomalies, subject: string, { detail, first_at, at, times, pinned }: Anomaly): void {
  const known = all.get(subject)
  all.delete(subject)
  all.set(subject, {
    detail,
    first_at: Math.min(first_at, known?.first_at ?? first_at),
    at: Math.max(at, known?.at ?? at),
    times: times + (known?.times ?? 0),
    pinned,
  })
}

function crowdOut(all: Anomalies): void {
  if (all.size <= MOST_KEPT) return
  const loose = [...all].filter(([subject, { pinned }]) => !pinned && subject !== OTHERS)
  for (const [subject, { first_at, at, times }] of loose.slice(0, Math.max(0, loose.length - MOST_KEPT))) {
    all.delete(subject)
    add(all, OTHERS, { detail: '', first_at, at, times, pinned: false })
  }
}

const writing = `
insert into pile_flag (pile_id, flag, subject, detail, first_at, at, times, pinned)
select f.pile_id, f.flag, f.subject, f.detail, to_timestamp(f.first_at / 1000.0), to_timestamp(f.at / 1000.0), f.times, f.pinned
from json_to_recordset($1) as f(pile_id bigint, flag text, subject text, detail text, first_at bigint, at bigint, times bigint, pinned boolean)
join pile on pile.id = f.pile_id
on conflict (pile_id, flag, subject) do update set detail = excluded.detail, at = greatest(pile_flag.at, excluded.at),
  first_at = least(pile_flag.first_at, excluded.first_at), times = pile_flag.times + excluded.times`

// Those beyond the newest are counted with the others of their kind.
const clearing = `
with crowded as (
  select pile_id, flag, subject, row_number() over (partition by pile_id, flag order by at desc, subject) as place
  from pile_flag where pile_id = any($1) and not pinned and subject <> '${OTHERS}'
), gone as (
  delete from pile_flag f using crowded c
  where c.place > ${MOST_KEPT} and f.pile_id = c.pile_id and f.flag = c.flag and f.subject = c.subject
  returning f.*
)
insert into pile_flag (pile_id, flag, subject, detail, first_at, at, times)
select pile_id, flag, '${OTHERS}', '', min(first_at), max(at), sum(times) from gone group by pile_id, flag
on conflict (pile_id, flag, subject) do update set at = greatest(pile_flag.at, excluded.at),
  first_at = least(pile_flag.first_at, excluded.first_at), times = pile_flag.times + excluded.times`

/** The statements, in their order, that keep what was noted; none when nothing was. */
export function anomalyStatements(noted: ReadonlyMap<number, ReadonlyMap<string, Anomalies>>): QueryConfig[] {
  const rows = [...noted].flatMap(([pile_id, flags]) =>
    [...flags].flatMap(([flag, all]) => [...all].map(([subject, anomaly]) => ({ pile_id, flag, subject, ...anomaly }))),
  )
  if (rows.length === 0) return []
  return [
    { name: 'pile-anomalies', text: writing, values: [JSON.stringify(rows)] },
    { name: 'pile-anomalies-cleared', text: clearing, values: [[...noted.keys()]] },
  ]
}
