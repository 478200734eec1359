import { sql } from 'kysely'
import { availability } from '../../shared/commands/availability.ts'
import { reset } from '../../shared/commands/reset.ts'
import { resetGun } from '../../shared/commands/reset-gun.ts'
import { start } from '../../shared/commands/start.ts'
import { stop } from '../../shared/commands/stop.ts'
import { unlock } from '../../shared/commands/unlock.ts'
import type { alarmView } from '../../shared/endpoints/alarms.ts'
import { pileMonitors } from '../../shared/endpoints/monitors.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { command } from '../../shared/entities/command.ts'
import { site } from '../../shared/entities/site.ts'
import type { Data, Parsed } from '../../shared/kit/endpoint.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Looking } from '../kit/context.ts'
import { rowsOf } from '../kit/crud/rows.ts'
import { monitorsOf } from '../kit/monitors-of.ts'
import { may, narrowed } from '../kit/person.ts'
import { photosOf } from '../kit/photos-of.ts'
import { reached } from '../kit/reach/within.ts'
import { notFound } from '../kit/refusal.ts'
import { type Kept, ofCase } from './case.ts'

type View = Data<typeof alarmView>

/** Of a fault that comes and goes all day long, the newest; and what was said of those. */
const MOST_TIMES = 50
/** What one tries when something is wrong: a pile is asked for much else. */
const TRIED = [reset, resetGun, unlock, availability, start, stop].map(({ name }) => name)
/** The newest. */
const MOST_COMMANDS = 30
/** Looked through for one of the same type of pile. */
const MOST_DONE = 500

/** One alarm with all that happened and what people did about it: as it is now, whichever time of it is named. */
export async function viewAlarm({ id }: Parsed<typeof alarmView>, looking: Looking): Promise<View> {
  const { db } = looking
  const named = await keptOf(looking, id)
  const occurrences = await timesOf(looking, named)
  const newest = occurrences.at(-1)?.id ?? id
  const kept = newest === id ? named : await keptOf(looking, newest)
  const alarm = (await rowsOf(db, alarmEntity, [newest]))[0] as unknown as Alarm
  const [monitor, entries, photos, tellings, commands, meaning, today, whom, last_time] = await Promise.all([
    monitorOf(looking, kept),
    entriesOf(looking, occurrences),
    photosOf(looking, 'alarm', occurrences),
    tellingsOf(looking, kept),
    commandsOf(looking, alarm, occurrences),
    meaningOf(looking, kept),
    todayOf(looking, kept),
    siteOf(looking, kept),
    lastTime(looking, kept),
  ])
  const answered = entries.some(({ taken, kind }) => taken && (kind === 'processed' || kind === 'confirmed'))
  return {
    alarm,
    entries: answered ? entries : [...ownOf(alarm), ...entries],
    occurrences,
    photos,
    tellings,
    commands,
    meaning,
    monitor,
    today,
    site: whom,
    last_time,
  }
}

async function keptOf({ db }: Looking, id: number): Promise<Kept> {
  const kept = await db.selectFrom('alarm').selectAll().where('id', '=', id).executeTakeFirst()
  if (!kept) throw notFound()
  return kept
}

async function timesOf({ db }: Looking, kept: Kept): Promise<View['occurrences']> {
  const times = await db
    .selectFrom('alarm')
    .select(['id', 'status', 'raised_at', 'cleared_at', 'message'])
    .where(ofCase(kept))
    .orderBy('id', 'desc')
    .limit(MOST_TIMES)
    .execute()
  return times.reverse()
}

async function entriesOf({ db, person }: Looking, times: View['occurrences']): Promise<View['entries']> {
  const said = await db
    .selectFrom('alarm_entry')
    .select(['id', 'user_id', 'user_name as by', 'kind', 'text', 'assignee_name', 'until'])
    .select(['said_at', 'phone_at', 'received_at', 'taken'])
    .where(
      'alarm_id',
      'in',
      times.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  return said.map(({ user_id, ...entry }) => ({ ...entry, own: user_id === person.id }))
}

/** What an alarm says itself, of one that was handled before entries were written down. */
function ownOf({ status, handled_by, handled_at, remark }: Alarm): View['entries'] {
  if ((status !== 'processed' && status !== 'confirmed') || !handled_at) return []
  const unknown = { own: false, assignee_name: null, until: null, phone_at: null, received_at: null }
  return [{ id: 0, by: handled_by ?? '', kind: status, text: remark, said_at: handled_at, taken: true, ...unknown }]
}

async function tellingsOf({ db }: Looking, { id, first_id }: Kept): Promise<View['tellings']> {
  const told = await db
    .selectFrom('alarm_telling')
    .select(['step', 'told_at as at', 'names', 'ways'])
    .where('case_id', '=', first_id ?? id)
    .orderBy('step')
    .execute()
  return told.map(({ step, ...telling }) => ({ escalated: step === 2, ...telling }))
}

async function commandsOf(
  { db, person }: Looking,
  { pile_id, status, handled_at, cleared_at }: Alarm,
  times: View['occurrences'],
): Promise<View['commands']> {
  const permission = permissionOf(command, 'list')
  const since = times[0]?.raised_at
  const until = status === 'open' ? null : (handled_at ?? cleared_at)
  if (pile_id === null || since === undefined || !may(person, permission)) return []
  const { rows } = await sql<View['commands'][number]>`
    select t.id, t.action, t.status, t.connector_number, t.asked_by as by, t.created_at as at from command t
    where t.pile_id = ${pile_id} and t.asked_by is not null
      and t.action = any(${TRIED}::text[])
      and t.created_at between ${since} and coalesce(${until}::timestamptz, now())
      and ${reached(narrowed(person, permission), 'command')}
    order by t.created_at desc limit ${MOST_COMMANDS}`.execute(db)
  return rows.reverse()
}

/** The type's own meaning of a code goes before that of all types. */
async function meaningOf({ db }: Looking, { pile_id, vendor_code }: Kept): Promise<View['meaning']> {
  if (vendor_code === null) return null
  const { rows } = await sql<{ meaning: Record<string, string> }>`
    select f.meaning from fault_code f join pile p on p.id = ${pile_id}
    where lower(f.code) = lower(${vendor_code}) and coalesce(f.pile_type_id = p.pile_type_id, f.pile_type_id is null)
    order by f.pile_type_id nulls last limit 1`.execute(db)
  return rows[0]?.meaning ?? null
}

/** Its permission as on the pile's page. */
async function monitorOf({ db, person }: Looking, { pile_id, monitor_number }: Kept): Promise<View['monitor']> {
  if (pile_id === null || monitor_number === null || !may(person, pileMonitors.permission)) return null
  const { monitors } = await monitorsOf(db, pile_id)
  return monitors.find(({ number }) => number === monitor_number) ?? null
}

async function todayOf({ db }: Looking, { pile_id, code, connector_number }: Kept): Promise<number> {
  const theirs = pile_id === null ? sql`a.pile_id is null` : sql`a.pile_id = ${pile_id}`
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select) always
      left join pile p on p.id = ${pile_id}::bigint left join site s on s.id = p.site_id
      cross join lateral (select coalesce(s.time_zone, 'Asia/Shanghai') as zone) z
      join alarm a on ${theirs} and a.code = ${code} and a.connector_number is not distinct from ${connector_number}::int
        and a.raised_at >= date_trunc('day', now() at time zone z.zone) at time zone z.zone`.execute(db)
  return rows[0]?.count ?? 0
}

async function siteOf({ db, person }: Looking, { site_id }: Kept): Promise<View['site']> {
  const permission = permissionOf(site, 'list')
  if (site_id === null || !may(person, permission)) return null
  const { rows } = await sql<NonNullable<View['site']>>`
    select t.id, t.name, t.contact, t.phone from site t
    where t.id = ${site_id} and ${reached(narrowed(person, permission), 'site')}`.execute(db)
  return rows[0] ?? null
}

/** The newest that a person dealt with and said how; a maker's own code has to be the same where there is one. */
async function lastTime({ db, person }: Looking, kept: Kept): Promise<View['last_time']> {
  const { rows } = await sql<NonNullable<View['last_time']>>`
    select t.id, t.handled_by as by, t.handled_at as at, t.remark, p.station_number, t.pile_id = ${kept.pile_id} as here
    from (select * from alarm where code = ${kept.code} and status = 'processed' and remark is not null
        and handled_at is not null order by handled_at desc limit ${MOST_DONE}) t
      join pile p on p.id = t.pile_id join pile own on own.id = ${kept.pile_id}
    where t.id <> ${kept.id} and p.pile_type_id is not distinct from own.pile_type_id
      and t.vendor_code is not distinct from ${kept.vendor_code}::text and ${reached(person, 'alarm')}
    order by t.handled_at desc limit 1`.execute(db)
  return rows[0] ?? null
}
