import { type Kysely, sql } from 'kysely'
import type { Severity } from '../../shared/domain/alarm-codes.ts'
import { alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { say } from '../kit/words.ts'
import { alarmsOf, type ToldAlarm, textOf } from './case-text.ts'
import { choicesOf, waitsUntil } from './choices.ts'
import type { PushPorts } from './ports.ts'
import { type Listener, listeners, tellAnew, tellOf, write } from './tell.ts'

type Db = Kysely<Database>

/** Any number that no other lock of ours has. */
const LOCK = 7_203_133
/** Alarms are numbered before they are written: an older number may be seen after a newer one, never that far behind. */
const BEHIND = 200
/** So many alarms within this time are told one by one; what is beyond is told as a number. */
const ONE_BY_ONE = 6
const WITHIN = '10 minutes'
/** Changes of what devices show that are told in one go. */
const MOST_AT_ONCE = 500

interface Following {
  db: Db
  ports: PushPorts
}

/** Tells devices of alarms that are new, and of what became of those that they show. One server at a time does. */
export async function followAlarms({ db, ports }: Following): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx)
    if (!rows[0]?.mine) return
    await tellNew(trx, ports)
    await tellChanged(trx, ports)
  })
}

/** What was raised during planned maintenance wakes nobody while that lasts; to-dos have what is still wrong afterwards. */
const isSilent = sql`(a.during_maintenance and is_planned(a.pile_id, coalesce(a.cleared_at, now())))`

async function notice(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number; tells: boolean }>`
    with seen as (insert into push_noticed select a.id from alarm a
      where a.id > (select coalesce(max(alarm_id), 0) from push_noticed) - ${BEHIND}
      and not exists (select from push_noticed n where n.alarm_id = a.id) order by a.id returning alarm_id)
    select a.id, a.status = 'open' and coalesce(a.snoozed_until <= now(), true) and not ${isSilent} as tells
    from alarm a where a.id = any(array(select alarm_id from seen)) order by a.id`.execute(db)
  if (!rows.length) return []
  await sql`delete from push_noticed where alarm_id < (select max(alarm_id) from push_noticed) - ${2 * BEHIND}`.execute(
    db,
  )
  return rows.filter(({ tells }) => tells).map(({ id }) => id)
}

async function tellNew(db: Db, ports: PushPorts): Promise<void> {
  const ids = await notice(db)
  const all = ids.length ? await listeners(db) : []
  if (!all.length) return
  const alarms = await alarmsOf(db, ids)
  const devices = new Map<number, Listener[]>()
  for (const one of all) devices.set(one.user_id, [...(devices.get(one.user_id) ?? []), one])
  const choices = await choicesOf(db, [...devices.keys()])
  for (const person of await ports.people(db, [...devices.keys()])) {
    const wanted = alarms.filter(
      ({ severity, assignee_id }) =>
        // What comes again in a case that someone has taken is told to that person alone.
        choices(person.id).severities.includes(severity) && (assignee_id === null || assignee_id === person.id),
    )
    const theirs = await reachedOf(db, person, wanted)
    if (theirs.length) await tellPerson(db, { person, to: devices.get(person.id) ?? [], theirs }, ports)
  }
}

async function reachedOf(db: Db, person: Person, alarms: readonly ToldAlarm[]): Promise<ToldAlarm[]> {
  const listing = permissionOf(alarmEntity, 'list')
  if (!alarms.length || !may(person, listing)) return []
  const { rows } = await sql<{ id: number }>`
    select t.id from alarm t where t.id = any(${alarms.map(({ id }) => id)}::bigint[])
      and ${reached(narrowed(person, listing), 'alarm')}`.execute(db)
  const ids = new Set(rows.map(({ id }) => id))
  return alarms.filter(({ id }) => ids.has(id))
}

interface Telling {
  person: Person
  to: readonly Listener[]
  theirs: readonly ToldAlarm[]
}

const RANK: Record<Severity, number> = { critical: 0, major: 1, minor: 2 }

/** The worst one by one; a site that loses its network brings hundreds, and nobody is woken so often. */
async function tellPerson(db: Db, { person, to, theirs }: Telling, ports: PushPorts): Promise<void> {
  const room = Math.max(0, ONE_BY_ONE - (await lately(db, person.id)).alarms)
  const sorted = [...theirs].sort((a, b) => RANK[a.severity] - RANK[b.severity])
  for (const alarm of sorted.slice(0, room)) {
    const urgent = alarm.severity === 'critical'
    const text = (language: Listener['language']) => textOf(alarm, language)
    await tellOf(db, to, { alarm, severity: alarm.severity, why: 'new', anyway: false, urgent, text }, ports)
  }
  const rest = sorted.slice(room)
  if (rest.length) await tellMany(db, { person, to, theirs: rest }, ports)
}

/** How many alarms a person was told of within the time, and how many more by number. */
async function lately(db: Db, user_id: number): Promise<{ alarms: number; more: number }> {
  const { rows } = await sql<{ alarms: number; more: number }>`
    select count(distinct words ->> 'alarm') filter (where words ->> 'why' = 'new')::int as alarms,
      coalesce(max((words ->> 'count')::int) filter (where words ->> 'why' = 'many'), 0) as more
    from message where user_id = ${user_id} and channel = 'push' and created_at > now() - ${sql.lit(WITHIN)}::interval`.execute(
    db,
  )
  return rows[0] ?? { alarms: 0, more: 0 }
}

async function tellMany(db: Db, { person, to, theirs }: Telling, ports: PushPorts): Promise<void> {
  const count = (await lately(db, person.id)).more + theirs.length
  const chosen = (await choicesOf(db, [person.id]))(person.id)
  const not_before = waitsUntil(chosen, theirs[0]?.severity ?? 'major', Date.now())
  const sites = [...new Set(theirs.flatMap(({ site }) => site ?? []))].slice(0, 3)
  for (const listener of to) {
    const title = say(listener.language, { key: 'push:many', figures: { count } })
    const body = new Intl.ListFormat(listener.language).format(sites)
    await write(db, listener, { why: 'many', slot: 'many', urgent: false, title, body, count }, ports, not_before)
  }
}

interface Changed {
  device_id: number
  case_id: number
  /** The newest time of the case. */
  alarm_id: number
  assignee_id: number | null
  own: boolean
  over: boolean
}

/** What a device shows and is not so any more. Whose case it is now knows that; a case that is over is shown no more. */
async function tellChanged(db: Db, ports: PushPorts): Promise<void> {
  const { rows } = await sql<Changed>`
    select s.device_id, s.case_id, a.id as alarm_id, a.assignee_id, a.status <> 'open' as over,
      coalesce(a.assignee_id = d.user_id, false) as own
    from push_shown s join push_device d on d.id = s.device_id
      join lateral (select n.id, n.status, n.assignee_id from alarm n where n.id = s.case_id or n.first_id = s.case_id
        order by n.id desc limit 1) a on true
    where a.status <> 'open' or a.assignee_id is distinct from s.assignee_id
    order by s.device_id, s.case_id limit ${MOST_AT_ONCE} for update of s`.execute(db)
  if (!rows.length) return
  await forgetOver(db, rows)
  const alarms = new Map(
    (await alarmsOf(db, [...new Set(rows.map(({ alarm_id }) => alarm_id))])).map((alarm) => [alarm.id, alarm]),
  )
  const devices = new Map((await listeners(db)).map((one) => [one.id, one]))
  for (const { device_id, alarm_id, own, over } of rows) {
    const [to, alarm] = [devices.get(device_id), alarms.get(alarm_id)]
    if (to && alarm && (over || !own)) await tellAnew(db, to, alarm, ports)
  }
}

async function forgetOver(db: Db, changed: readonly Changed[]): Promise<void> {
  const column = <K extends keyof Changed>(key: K) => changed.map((row) => row[key])
  await sql`
    with changed as (select * from unnest(${column('device_id')}::bigint[], ${column('case_id')}::bigint[],
        ${column('alarm_id')}::bigint[], ${column('assignee_id')}::bigint[], ${column('over')}::boolean[])
        as c (device_id, case_id, alarm_id, assignee_id, over)),
    gone as (delete from push_shown s using changed c where c.over and (s.device_id, s.case_id) = (c.device_id, c.case_id))
    update push_shown s set alarm_id = c.alarm_id, assignee_id = c.assignee_id from changed c
      where not c.over and (s.device_id, s.case_id) = (c.device_id, c.case_id)`.execute(db)
}
