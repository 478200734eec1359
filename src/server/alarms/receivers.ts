import { type Kysely, sql } from 'kysely'
import type { Channel } from '../../shared/domain/channels.ts'
import { handleAlarm } from '../../shared/endpoints/alarms.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, type Person } from '../kit/person.ts'
import type { Due, Rule, Step } from './due.ts'
import { handlerIds, reachOf } from './people.ts'
import type { AlarmPorts } from './ports.ts'

/** Someone who is told, and of which alarms. */
export interface Receiver {
  user_id: number
  name: string
  language: Language
  to: Record<Channel, string | null>
  alarms: Due[]
}

/** Whom a rule names, as far as they may see alarms, each with those of the alarms that they reach. */
export async function receiversOf(
  db: Kysely<Database>,
  ports: AlarmPorts,
  { rule, step, due }: { rule: Rule; step: Step; due: readonly Due[] },
): Promise<Receiver[]> {
  const handlers = step === 1 && rule.tell_handlers ? await handlerIds(db) : []
  const named = await namedIds(db, rule, step)
  const found = await ports.people(db, [...new Set([...handlers, ...named])])
  const people = found.flatMap((person) => neededOf(person, named.includes(person.id)))
  const reaching = await reachOf(db, { alarm_ids: due.map(({ id }) => id), people })
  const contacts = await contactsOf(
    db,
    people.map(([{ id }]) => id),
  )
  return people.flatMap(([{ id, name }], at) => {
    const alarms = due.filter((alarm) => reaching.get(alarm.id)?.[at])
    const contact = contacts.get(id)
    return contact && alarms.length ? [{ user_id: id, name, alarms, ...contact }] : []
  })
}

/** Whom the rule names by name is told of what they may see; who handles alarms, of what they may handle. */
function neededOf(person: Person, isNamed: boolean): [Person, string][] {
  const needed = isNamed ? permissionOf(alarm, 'list') : handleAlarm.permission
  return may(person, needed) ? [[person, needed]] : []
}

const TABLES = {
  1: { role: 'alarm_rule_tell_role', user: 'alarm_rule_tell_user', of: 'tell' },
  2: { role: 'alarm_rule_next_role', user: 'alarm_rule_next_user', of: 'next' },
} as const

async function namedIds(db: Kysely<Database>, rule: Rule, step: Step): Promise<number[]> {
  const { role, user, of } = TABLES[step]
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(`${of}_user_id`)} as id from ${sql.table(user)} where alarm_rule_id = ${rule.id}
    union select ur.user_id from ${sql.table(role)} named join user_role ur on ur.role_id = named.${sql.ref(`${of}_role_id`)}
      join role r on r.id = ur.role_id and r.status = 'normal' where named.alarm_rule_id = ${rule.id}`.execute(db)
  return rows.map(({ id }) => id)
}

type Contact = Pick<Receiver, 'language' | 'to'>

async function contactsOf(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Contact>> {
  const { rows } = await sql<{ id: number; language: Language | null; to: Contact['to'] }>`
    select u.id, u.language, json_build_object('sms', u.phone, 'mail', u.email, 'wechat', n.wechat) as to
    from users u left join notification_setting n on n.user_id = u.id where u.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, language, to }) => [id, { language: language ?? FALLBACK, to }]))
}
