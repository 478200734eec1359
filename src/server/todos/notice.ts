import { type Kysely, sql } from 'kysely'
import { CHANNELS, type Channel } from '../../shared/domain/channels.ts'
import { TODO_KINDS, type TodoKind } from '../../shared/endpoints/todos.ts'
import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { say } from '../kit/words.ts'
import { sourcesFor, waitingFor } from './own-todos.ts'
import type { TodoPorts } from './ports.ts'
import { type Source, sources } from './sources.ts'

/** At most one message a person in this time; what comes meanwhile is in the next one. */
const APART = '10 minutes'
/** More than anybody works off; the oldest beyond are not told of. */
const MOST_WAITING = 5_000
/** Any number that no other lock of ours has. */
const LOCK = 7_203_114

type Db = Kysely<Database>

interface Listener {
  user_id: number
  language: Language | null
  ways: Partial<Record<TodoKind, Channel[]>>
  to: Record<Channel, string | null>
  told_to: number
}

/** Notices what began to wait and what waits no more, and tells those who want to hear of it. One server at a time does. */
export async function noticeTodos(ports: TodoPorts): Promise<void> {
  await ports.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx)
    if (!rows[0]?.mine) return
    for (const source of sources) await notice(trx, source)
    await tell(trx, ports)
  })
}

/** Only one server notes matters at a time, so their numbers grow in the order in which they are seen. */
async function notice(db: Db, { kind, from, waits, since }: Source): Promise<void> {
  const waiting = sql`select t.id from ${from} where ${waits} order by ${since} desc limit ${MOST_WAITING}`
  await sql`
    with waiting as materialized (${waiting}), gone as (
      delete from matter where kind = ${kind} and not exists (select from waiting where waiting.id = record_id))
    insert into matter (kind, record_id) select ${kind}, id from waiting
      where not exists (select from matter m where m.kind = ${kind} and m.record_id = waiting.id)
      order by id`.execute(db)
}

async function tell(db: Db, ports: TodoPorts): Promise<void> {
  const listeners = await whoListens(db)
  if (!listeners.length) return
  const { rows } = await sql<{ newest: number }>`select coalesce(max(id), 0) as newest from matter`.execute(db)
  const people = await ports.people(
    db,
    listeners.map(({ user_id }) => user_id),
  )
  for (const listener of listeners) {
    const person = people.find(({ id }) => id === listener.user_id)
    const told = person ? await tellOne(db, { ports, listener, person }) : false
    await db
      .updateTable('notification_setting')
      .set({ told_to: rows[0]?.newest ?? 0, ...(told && { told_at: sql<string>`now()` }) })
      .where('user_id', '=', listener.user_id)
      .execute()
  }
}

async function whoListens(db: Db): Promise<Listener[]> {
  const { rows } = await sql<Listener>`
    select s.user_id, u.language, s.ways, s.told_to,
      json_build_object('sms', u.phone, 'mail', u.email, 'wechat', s.wechat) as to
    from notification_setting s join users u on u.id = s.user_id
    where u.status = 'normal' and u.archived_at is null and s.ways <> '{}'
      and (s.told_at is null or s.told_at < now() - ${APART}::interval)
      and s.told_to < (select max(id) from matter)
    for update of s`.execute(db)
  return rows
}

interface Telling {
  ports: TodoPorts
  listener: Listener
  person: Person
}

/** One message by each way that the person chose; false when nothing new is theirs. */
async function tellOne(db: Db, { ports, listener, person }: Telling): Promise<boolean> {
  const counts = await newFor(db, listener, person)
  const language = listener.language ?? FALLBACK
  const link = ports.publicUrl ? `${ports.publicUrl}/todo` : ''
  let told = false
  for (const channel of CHANNELS) {
    const to = listener.to[channel]
    const kinds = TODO_KINDS.filter((kind) => counts[kind] && listener.ways[kind]?.includes(channel))
    if (!to || !kinds.length) continue
    const count = kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0)
    const words = { count, kinds: listed(kinds, counts, language), link }
    await ports.send(db, { channel, to, template: 'todos', words, user_id: person.id, language })
    told = true
  }
  return told
}

type Counts = Partial<Record<TodoKind, number>>

/** How many of each kind this person may deal with and has not been told of. */
async function newFor(db: Db, { ways, told_to }: Listener, person: Person): Promise<Counts> {
  const wanted = sourcesFor(person).filter(({ kind }) => ways[kind]?.length)
  if (!wanted.length) return {}
  const parts = wanted.map((source) => {
    const { kind, from } = source
    return sql`select ${kind}::text as kind, count(*)::int as count from ${from}
      join matter m on m.kind = ${kind} and m.record_id = t.id
      where m.id > ${told_to} and ${waitingFor(person, source)}`
  })
  const { rows } = await sql<{ kind: TodoKind; count: number }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ kind, count }) => [kind, count]))
}

const listed = (kinds: readonly TodoKind[], counts: Counts, language: Language): string =>
  new Intl.ListFormat(language).format(
    kinds.map((kind) => say(language, { key: `messages:kinds.${kind}`, figures: { count: counts[kind] ?? 0 } })),
  )
