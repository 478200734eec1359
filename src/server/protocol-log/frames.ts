import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { FrameRow } from '../../shared/endpoints/protocol-log.ts'
import type { Looking } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { readFrame } from './read-frame.ts'

/** Which frames, as people look for them. Instants are ISO strings. */
export interface FrameFilter {
  station_number?: string
  /** One socket's number. */
  connection?: number
  unique_id?: string
  command?: string
  message_type?: FrameRow['message_type']
  from?: string
  to?: string
}

export interface FramePage {
  rows: FrameRow[]
  total: number
  /** There are more than `total`: a log of millions is not counted to its end. */
  more: boolean
}

const MOST_COUNTED = 10_000
const DAY_MS = 86_400_000
const TYPES = { Call: 2, CallResult: 3, CallError: 4, CallResultError: 5, Send: 6 } as const

/**
 * A row holds a call and, where it was known in time, its answer: each is a frame of its own here. The answer comes with
 * its call in the order of time, milliseconds from its own place.
 */
const parts = sql`frame f, lateral (values
  (f.at, f.outgoing, f.content, 0), (f.answered_at, not f.outgoing, f.answer, 1)) part (at, outgoing, content, turn)`

/** Frames of the log, newest first. Without a station, a connection or an id to look for: the last day. */
export async function findFrames(
  { db, person }: Looking,
  filter: FrameFilter,
  page: { limit: number; offset: number },
): Promise<FramePage> {
  const conditions = await conditionsOf(db, filter)
  if (!conditions) return { rows: [], total: 0, more: false }
  const where = sql.join([...conditions, ...ofTheirStations(person)], sql` and `)
  const [found, counted] = await Promise.all([
    sql<Part>`select f.id, f.connection, f.station_number, f.unique_id, f.command, part.at, part.outgoing, part.content, part.turn, f.counted
      from ${parts} where ${where} order by f.at desc, f.id desc, part.turn desc limit ${page.limit} offset ${page.offset}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*) as total from (
      select 1 from ${parts} where ${where} limit ${MOST_COUNTED + 1}) as counted`.execute(db),
  ])
  const total = counted.rows[0]?.total ?? 0
  return { rows: found.rows.map(rowOf), total: Math.min(total, MOST_COUNTED), more: total > MOST_COUNTED }
}

/** What a station that is no pile of ours said is only for who reaches everything. */
const ofTheirStations = (person: Person): RawBuilder<unknown>[] =>
  person.reach === null
    ? []
    : [
        sql`f.station_number = any(array(select p.station_number from pile p
          where p.archived_at is null and ${reached(person, 'pile', 'p')}))`,
      ]

/** Null when nothing can be found. */
async function conditionsOf(db: Kysely<Database>, filter: FrameFilter): Promise<RawBuilder<unknown>[] | null> {
  const { connection, unique_id, command, message_type, to } = filter
  const station = filter.station_number ?? (connection === undefined ? undefined : await stationOf(db, connection))
  if (connection !== undefined && station === undefined) return null
  const from = filter.from ?? (station === undefined && unique_id === undefined ? dayBefore(to) : undefined)
  return [
    sql`part.content is not null`,
    station !== undefined && sql`f.station_number = ${station}`,
    connection !== undefined && sql`f.connection = ${connection}`,
    unique_id !== undefined && sql`f.unique_id = ${unique_id}`,
    command !== undefined && sql`f.command = ${command}`,
    message_type && ofType(message_type),
    from !== undefined && sql`f.at >= ${from}`,
    to !== undefined && sql`f.at <= ${to}`,
  ].filter((condition) => condition !== false && condition !== null && condition !== undefined) as RawBuilder<unknown>[]
}

/** Asked of the row first: most rows of a day hold no such frame and need no taking apart. */
function ofType(type: keyof typeof TYPES): RawBuilder<unknown> {
  // Some firmware writes a space behind the bracket.
  const beginnings = [`[${TYPES[type]},%`, `[ ${TYPES[type]},%`]
  return sql`(f.content like any (${beginnings}) or f.answer like any (${beginnings})) and part.content like any (${beginnings})`
}

const dayBefore = (to: string | undefined) => new Date((to ? Date.parse(to) : Date.now()) - DAY_MS).toISOString()

/** A socket is one station's, and stations are indexed: its newest frame says which. */
async function stationOf(db: Kysely<Database>, connection: number): Promise<string | undefined> {
  const frame = await db
    .selectFrom('frame')
    .select('station_number')
    .where('connection', '=', connection)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return frame?.station_number
}

interface Part {
  id: number
  connection: number
  station_number: string
  unique_id: string | null
  command: string | null
  at: string
  outgoing: boolean
  content: string
  turn: number
  counted: number | null
}

const rowOf = ({
  id,
  connection,
  station_number,
  unique_id,
  command,
  at,
  outgoing,
  content,
  turn,
  counted,
}: Part): FrameRow => ({
  id: id * 2 + turn,
  station_number,
  connection_number: String(connection),
  direction: outgoing ? 'out' : 'in',
  full_content: content,
  created_at: at,
  counted,
  ...readFrame(content, { unique_id, command }),
})
