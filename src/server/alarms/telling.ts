import { type Kysely, sql } from 'kysely'
import { type AlarmWay, CHANNELS } from '../../shared/domain/channels.ts'
import type { Database } from '../kit/database/tables.ts'
import { type Due, dueOf, type Rule, type Step, speakingRules } from './due.ts'
import { alarmsIn, bySeverity, placeOf, titleOf } from './notice-words.ts'
import type { TellingPorts } from './ports.ts'
import { type Receiver, receiversOf } from './receivers.ts'

type Db = Kysely<Database>

/** Any number that no other lock of ours has. */
const LOCK = 7_203_115
/** More than these are one notice on a device. */
const MOST_NOTICES = 5

interface Telling {
  rule: Rule
  step: Step
  due: Due[]
}

/**
 * Tells people of alarms as the rules say. Who was told stands in the same transaction as the messages, so that whatever stops a server
 * nobody is told twice or never. One server at a time does.
 */
export async function tellAlarms(ports: TellingPorts): Promise<void> {
  const told = await ports.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as mine`.execute(trx)
    if (!rows[0]?.mine) return []
    const all: Due[] = []
    for (const rule of await speakingRules(trx)) {
      const tellings = await tellingsOf(trx, rule)
      for (const telling of tellings) await tell(trx, ports, telling)
      if (tellings.length) await sql`update alarm_rule set told_at = now() where id = ${rule.id}`.execute(trx)
      all.push(...tellings.flatMap(({ due }) => due))
    }
    return all
  })
  for (const { id } of told) ports.changed('alarm', id)
}

async function tellingsOf(db: Db, rule: Rule): Promise<Telling[]> {
  const found: Telling[] = []
  for (const step of [1, 2] as const) {
    const due = await dueOf(db, rule, step)
    if (due.length) found.push({ rule, step, due })
  }
  return found
}

async function tell(db: Db, ports: TellingPorts, telling: Telling): Promise<void> {
  const receivers = await receiversOf(db, ports, telling)
  const told: Told[] = []
  for (const receiver of receivers) told.push(...(await tellOne(db, ports, { telling, receiver })))
  if (ports.push && pushes(telling.rule)) told.push(...(await notify(db, ports.push, telling, receivers)))
  await note(db, telling, told)
}

/** That a person was told of some alarms by one way. */
interface Told {
  name: string
  way: AlarmWay
  alarms: readonly Due[]
}

/** One message by each way of the rule for which this person has an address. */
async function tellOne(
  db: Db,
  ports: TellingPorts,
  { telling: { rule, step }, receiver }: { telling: Telling; receiver: Receiver },
): Promise<Told[]> {
  const { user_id, name, language, to, alarms } = receiver
  const ways = CHANNELS.filter((channel) => rule.ways?.includes(channel) && to[channel])
  const words = { alarms: alarmsIn(language, alarms), count: alarms.length, link: linkTo(ports, alarms) }
  const template = step === 1 ? 'alarms' : 'alarms_escalated'
  for (const channel of ways)
    await ports.send(db, { channel, to: to[channel] ?? '', template, words, user_id, language })
  return ways.map((way) => ({ name, way, alarms }))
}

const pushes = ({ ways }: Rule) => (ways as readonly string[] | null)?.includes('push') ?? false

function linkTo({ publicUrl }: TellingPorts, alarms: readonly Due[]): string {
  if (!publicUrl) return ''
  return `${publicUrl}/monitor/alarm${alarms.length === 1 ? `/${alarms[0]?.id}` : ''}`
}

/** A notice for each alarm, or one for all of them where they are many; together for those who read the same language. */
async function notify(
  db: Db,
  push: NonNullable<TellingPorts['push']>,
  { step }: Telling,
  receivers: readonly Receiver[],
): Promise<Told[]> {
  const told: Told[] = []
  const together = new Map<string, { people: Receiver[]; alarms: Due[] }>()
  for (const receiver of receivers) {
    const { alarms, language } = receiver
    for (const each of alarms.length > MOST_NOTICES ? [alarms] : alarms.map((alarm) => [alarm])) {
      const key = `${language} ${each.map(({ id }) => id).join()}`
      const group = together.get(key) ?? { people: [], alarms: each }
      together.set(key, { ...group, people: [...group.people, receiver] })
    }
  }
  for (const { people, alarms } of together.values()) {
    const [worst] = [...alarms].sort(bySeverity)
    const language = people[0]?.language
    if (!worst || !language) continue
    const only = alarms.length === 1
    const reached = await push.notify(
      db,
      people.map(({ user_id }) => user_id),
      {
        alarm_id: only ? worst.id : null,
        title: titleOf(language, worst),
        body: only ? placeOf(language, worst) : alarmsIn(language, alarms),
        severity: worst.severity,
        escalated: step === 2,
      },
    )
    const those = people.filter(({ user_id }) => reached.includes(user_id))
    told.push(...those.map(({ name }) => ({ name, way: 'push' as const, alarms })))
  }
  return told
}

/** Writes down for each alarm the people who were told, and the ways that reached one of them. */
async function note(db: Db, { rule, step, due }: Telling, told: readonly Told[]): Promise<void> {
  const tellings = due.map(({ id, case_id }) => {
    const own = told.filter(({ alarms }) => alarms.some((alarm) => alarm.id === id))
    const ways = (rule.ways ?? []).filter((way) => own.some((one) => one.way === way))
    return { case_id, step, ways, names: [...new Set(own.map(({ name }) => name))] }
  })
  await db.insertInto('alarm_telling').values(tellings).execute()
}
