import * as z from 'zod/mini'
import { ACTS, ANSWERS, LONGEST_SNOOZE_MS } from '../domain/alarm-case.ts'
import { alarm } from '../entities/alarm.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema } from '../kit/schema.ts'
import { identity, written, writtenIdentity } from './inputs.ts'
import { monitorRow } from './monitors.ts'
import { photoOf } from './photos.ts'

/** What one person did about an alarm, or said of it. */
const entry = z.object({
  id: z.int(),
  by: z.string(),
  /** It was the caller. */
  own: z.boolean(),
  kind: z.enum([...ANSWERS, ...ACTS]),
  text: z.nullable(z.string()),
  /** Of `assign`: to whom. */
  assignee_name: z.nullable(z.string()),
  /** Of `snooze`: until when. */
  until: z.nullable(z.string()),
  /** When it was decided, by the server's clock. */
  said_at: z.string(),
  /** The same as the clock of the phone said; null when it said nothing. */
  phone_at: z.nullable(z.string()),
  /** When the server heard of it; null of an alarm that was handled before this was written down. */
  received_at: z.nullable(z.string()),
  /** False: another person had been faster. */
  taken: z.boolean(),
})
export type AlarmEntry = z.output<typeof entry>

/** One time of a fault that comes and goes. */
const occurrence = z.object({
  id: z.int(),
  status: z.string(),
  raised_at: z.string(),
  cleared_at: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type Occurrence = z.output<typeof occurrence>

/**
 * One alarm with all that happened and what people did about it, over all times of its case, the oldest first. `alarm` is the newest
 * of them, whichever is named.
 */
export const alarmView = endpoint({
  method: 'GET',
  path: '/system/device-fault-record/view',
  permission: 'alarm.list',
  reaches: { alarm: 'id' },
  body: z.object({ id: writtenIdentity }),
  data: z.object({
    alarm: rowSchema(alarm),
    entries: z.array(entry),
    occurrences: z.array(occurrence),
    /** Of all times of it, the oldest first. */
    photos: z.array(photoOf),
    /** Whom rules told of it: first, and where nobody had taken it (`escalated`). */
    tellings: z.array(
      z.object({
        escalated: z.boolean(),
        at: z.string(),
        /** None: nobody could be told. */
        names: z.array(z.string()),
        ways: z.array(z.string()),
      }),
    ),
    /** What people tried at the pile since it was raised, until it was answered or over, the oldest first; none for who may not see commands. */
    commands: z.array(
      z.object({
        id: z.int(),
        action: z.string(),
        /** As of the command's entity. */
        status: z.string(),
        connector_number: z.nullable(z.int()),
        by: z.string(),
        at: z.string(),
      }),
    ),
    /** What the maker's code means by the list of fault codes, in its languages. */
    meaning: z.nullable(z.record(z.string(), z.string())),
    /** What watched it, as its pile told; null where nothing did, or nobody asked the pile. */
    monitor: z.nullable(monitorRow),
    /** How often this fault was raised there since the site's midnight. */
    today: z.int(),
    /** Whom to call; null for who may not see sites, or where there is none. */
    site: z.nullable(
      z.object({ id: z.int(), name: z.string(), contact: z.nullable(z.string()), phone: z.nullable(z.string()) }),
    ),
    /** What was done the last time that a pile of this type had it, within reach. */
    last_time: z.nullable(
      z.object({
        id: z.int(),
        by: z.nullable(z.string()),
        at: z.string(),
        remark: z.string(),
        station_number: z.string(),
        /** It was this very pile. */
        here: z.boolean(),
      }),
    ),
  }),
})

/** When the person decided, for one that was decided offline: by the caller's clock, of which the header Client-Time tells. */
const saidAt = z.optional(z.iso.datetime({ offset: true, error: 'not_a_time' }))

/** Handles an alarm. Answers 409 with the alarm as it is when another person was faster: what was said is kept all the same. */
export const handleAlarm = endpoint({
  method: 'POST',
  path: '/system/device-fault-record/recover',
  permission: 'alarm.handle',
  reaches: { alarm: 'id' },
  body: z.object({
    id: identity,
    status: z.enum(ANSWERS, { error: 'not_a_choice' }),
    remark: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(500, { error: 'too_long' })))),
    handled_at: saidAt,
  }),
  data: z.object({ alarm: rowSchema(alarm), taken: z.boolean() }),
  repeatable: true,
  changes: 'alarm',
})

interface Act {
  act: (typeof ACTS)[number]
  text: string | null
  assignee_id?: number | null | undefined
  until?: string | null | undefined
  said_at?: string | undefined
}

const needs = (field: keyof Act, act: Act['act']) =>
  z.refine<Act>((said) => said.act !== act || Boolean(said[field]), { error: 'required', path: [field] })

const isShort = ({ act, until, said_at }: Act) => {
  if (act !== 'snooze' || !until) return true
  const rest = Date.parse(until) - (said_at ? Date.parse(said_at) : Date.now())
  return rest > 0 && rest <= LONGEST_SNOOZE_MS
}

/**
 * Does something about an alarm: takes or hands over, goes there, puts it off, writes a note. Answers 409 with the alarm as it is when it
 * is closed, or when another person is on the way; a note is always taken.
 */
export const actOnAlarm = endpoint({
  method: 'POST',
  path: '/system/device-fault-record/act',
  permission: 'alarm.handle',
  reaches: { alarm: 'id' },
  body: z
    .object({
      id: identity,
      act: z.enum(ACTS, { error: 'not_a_choice' }),
      text: written(500),
      /** Of `assign`: one of `alarmPeople`. */
      assignee_id: z.optional(z.nullable(identity)),
      /** Of `snooze`: within seven days. By the caller's clock, as `said_at` is. */
      until: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'not_a_time' }))),
      said_at: saidAt,
    })
    .check(
      needs('text', 'note') as never,
      needs('assignee_id', 'assign') as never,
      needs('until', 'snooze') as never,
      z.refine<Act>(isShort, { error: 'snooze_too_long', path: ['until'] }) as never,
    ),
  data: z.object({ alarm: rowSchema(alarm), taken: z.boolean() }),
  repeatable: true,
  changes: 'alarm',
})

/** The people to whom an alarm can be handed over: who may handle alarms and reaches this one. */
export const alarmPeople = endpoint({
  method: 'GET',
  path: '/system/device-fault-record/people',
  permission: 'alarm.handle',
  reaches: { alarm: 'id' },
  body: z.object({ id: writtenIdentity }),
  data: z.object({ people: z.array(z.object({ id: z.int(), name: z.string(), own: z.boolean() })) }),
})
