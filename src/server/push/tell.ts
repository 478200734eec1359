import { type Kysely, sql } from 'kysely'
import type { Severity } from '../../shared/domain/alarm-codes.ts'
import type { PushReason } from '../../shared/domain/push.ts'
import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import type { AlarmNotice, AlarmPush } from '../alarms/ports.ts'
import type { Database } from '../kit/database/tables.ts'
import { say } from '../kit/words.ts'
import { alarmsOf, endOf, type Text, type ToldAlarm, textOf } from './case-text.ts'
import { choicesOf, waitsUntil } from './choices.ts'
import { isTold } from './devices.ts'
import type { PushPorts } from './ports.ts'

type Db = Kysely<Database>

/** A device that is told now, and in whose language. */
export interface Listener {
  id: number
  user_id: number
  user_name: string
  language: Language
}

/** The devices that are told, of these people or of everybody. */
export async function listeners(db: Db, user_ids?: readonly number[]): Promise<Listener[]> {
  const theirs = user_ids ? sql`d.user_id = any(${[...user_ids]}::bigint[])` : sql`true`
  const { rows } = await sql<Omit<Listener, 'language'> & { language: Language | null }>`
    select d.id, d.user_id, u.user_name, u.language from push_device d join users u on u.id = d.user_id
    where ${theirs} and ${isTold} and u.status = 'normal' and u.archived_at is null order by d.id`.execute(db)
  return rows.map((row) => ({ ...row, language: row.language ?? FALLBACK }))
}

/** What a message to a device is about; it lies in the outbox in these words. */
export interface Told extends Text {
  why: PushReason
  /** The notification on the device whose place it takes. */
  slot: string
  alarm_id?: number
  label?: string
  urgent: boolean
  /** Of `many`. */
  count?: number
}

/**
 * Puts a message to one device into the outbox, in the caller's transaction. It takes the place of what was to be said about the same
 * and has not gone out.
 */
export async function write(
  db: Db,
  to: Listener,
  told: Told,
  { send }: PushPorts,
  not_before?: string,
): Promise<number> {
  const place = `${to.id}/${told.slot}`
  await sql`
    update message set state = 'failed', failure = 'too_late', next_try_at = null, version = version + 1, updated_at = now()
    where channel = 'push' and state = 'queued' and words ->> 'place' = ${place}`.execute(db)
  const { alarm_id, urgent, title, body, ...rest } = told
  return send(db, {
    ...{ channel: 'push', to: to.user_name, user_id: to.user_id, language: to.language, not_before },
    template: told.why === 'test' ? 'push_test' : 'push_alarm',
    words: {
      ...{ device: to.id, place, urgent: Number(urgent), title: title.slice(0, 200), body: body.slice(0, 400) },
      ...{ ...rest, ...(alarm_id !== undefined && { alarm: alarm_id }) },
    },
  })
}

export const slotOf = (case_id: number) => `case-${case_id}`

/** One alarm to some devices, as each of their people wants it. */
interface Alarming {
  alarm: ToldAlarm
  severity: Severity
  why: 'new' | 'handed'
  /** Which severities one chose does not count. */
  anyway: boolean
  urgent: boolean
  text(language: Language): Text
}

/** Gives the devices that are told. */
export async function tellOf(
  db: Db,
  to: readonly Listener[],
  told: Alarming,
  ports: PushPorts,
): Promise<readonly Listener[]> {
  const { alarm, severity, why, anyway, urgent } = told
  const choices = await choicesOf(db, [...new Set(to.map(({ user_id }) => user_id))])
  const wanting = to.filter(({ user_id }) => anyway || choices(user_id).severities.includes(severity))
  for (const listener of wanting) {
    const chosen = choices(listener.user_id)
    const { label } = textOf(alarm, listener.language)
    const { title, body } = told.text(listener.language)
    const words = { why, slot: slotOf(alarm.case_id), alarm_id: alarm.id, label, urgent, title, body }
    await write(db, listener, words, ports, waitsUntil(chosen, severity, Date.now()))
  }
  return wanting
}

/** What the rules of alarms, and who hands a case over, tell people by. */
export function devicePush(ports: PushPorts): AlarmPush {
  return {
    notify: (db, user_ids, notice) => notify(db, user_ids, notice, ports),
    handedOver: (db, handing) => handedOver(db, handing, ports),
  }
}

async function notify(
  db: Db,
  user_ids: readonly number[],
  notice: AlarmNotice,
  ports: PushPorts,
): Promise<readonly number[]> {
  const { alarm_id, severity, escalated, title, body } = notice
  const all = await listeners(db, user_ids)
  if (alarm_id === null) return peopleOf(await notifyMany(db, all, notice, ports))
  const [alarm] = all.length ? await alarmsOf(db, [alarm_id]) : []
  if (!alarm) return []
  const to = escalated ? all : await notYetTold(db, all, alarm_id)
  const urgent = escalated || severity === 'critical'
  const words = escalated ? (language: Language) => escalatedText({ title, body }, language) : () => ({ title, body })
  const told = await tellOf(db, to, { alarm, severity, why: 'new', anyway: escalated, urgent, text: words }, ports)
  return peopleOf([...told, ...all.filter((listener) => !to.includes(listener))])
}

const peopleOf = (told: readonly Listener[]) => [...new Set(told.map(({ user_id }) => user_id))]

/** Several that nobody has taken. Those that are new are told by the console itself, each or as a number: see `follow.ts`. */
async function notifyMany(
  db: Db,
  to: readonly Listener[],
  { severity, escalated, ...text }: AlarmNotice,
  ports: PushPorts,
): Promise<readonly Listener[]> {
  const choices = await choicesOf(db, [...new Set(to.map(({ user_id }) => user_id))])
  if (!escalated) return to.filter(({ user_id }) => choices(user_id).severities.includes(severity))
  for (const listener of to) {
    const words = { why: 'many' as const, slot: 'escalated', urgent: true, ...escalatedText(text, listener.language) }
    await write(db, listener, words, ports, waitsUntil(choices(listener.user_id), 'critical', Date.now()))
  }
  return to
}

const escalatedText = ({ title, body }: Text, language: Language): Text => ({
  title,
  body: `${say(language, { key: 'push:escalated' })}\n${body}`,
})

/** Those that show this very alarm, or are to, are told by the console itself. */
async function notYetTold(db: Db, all: readonly Listener[], alarm_id: number): Promise<Listener[]> {
  const { rows } = await sql<{ id: number }>`
    select device_id as id from push_shown where alarm_id = ${alarm_id}
    union select (words ->> 'device')::bigint from message
      where channel = 'push' and state = 'queued' and words ->> 'alarm' = ${String(alarm_id)}`.execute(db)
  const told = new Set(rows.map(({ id }) => id))
  return all.filter(({ id }) => !told.has(id))
}

async function handedOver(
  db: Db,
  { alarm_id, user_id, by }: Parameters<AlarmPush['handedOver']>[1],
  ports: PushPorts,
): Promise<void> {
  const to = await listeners(db, [user_id])
  const [alarm] = to.length ? await alarmsOf(db, [alarm_id]) : []
  if (!alarm) return
  const text = (language: Language) => {
    const { title, body } = textOf(alarm, language)
    return { title, body: `${say(language, { key: 'push:handed', figures: { by } })}\n${body}` }
  }
  await tellOf(db, to, { alarm, severity: alarm.severity, why: 'handed', anyway: true, urgent: true, text }, ports)
}

/** What a device shows of a case is said anew: it is another's, or over. Nobody is woken by it. */
export async function tellAnew(db: Db, to: Listener, alarm: ToldAlarm, ports: PushPorts): Promise<void> {
  const why = alarm.status === 'open' ? 'taken' : 'over'
  const { title, body, label } = textOf(alarm, to.language)
  const words = { title, label, body: `${endOf(alarm, to.language)}\n${body}` }
  await write(db, to, { why, slot: slotOf(alarm.case_id), alarm_id: alarm.id, urgent: false, ...words }, ports)
}

/** Says no more than that it arrived. */
export async function tryDevice(
  db: Db,
  { id, user_id }: { id: number; user_id: number },
  ports: PushPorts,
): Promise<number> {
  const to = (await listeners(db, [user_id])).find((one) => one.id === id)
  if (!to) throw new Error('a device that is told nothing is tried')
  const line = (key: string) => say(to.language, { key: `push:${key}` })
  const text = { title: line('test.title'), body: line('test.body') }
  return write(db, to, { why: 'test', slot: 'test', urgent: false, ...text }, ports)
}
