import { type Kysely, sql } from 'kysely'
import { PUSH_ACTIONS, type PushPayload, type PushReason } from '../../shared/domain/push.ts'
import { handleAlarm } from '../../shared/endpoints/alarms.ts'
import { alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Database } from '../kit/database/tables.ts'
import { may, narrowed, type Person } from '../kit/person.ts'
import { reached } from '../kit/reach/within.ts'
import { say } from '../kit/words.ts'
import { isTold, type KeptDevice, type PushDevices } from './devices.ts'
import { encrypt } from './encrypt.ts'
import type { Outcome, PushPorts } from './ports.ts'
import { type Answer, post } from './post.ts'
import type { PushServices } from './services.ts'
import type { Vapid } from './vapid.ts'

type Db = Kysely<Database>

/** A message of the outbox, as `write` put it there. */
export interface Letter {
  id: number
  language: Language
  words: Readonly<Record<string, string | number>>
}

interface Parts {
  db: Db
  devices: PushDevices
  services: PushServices
  vapid: Vapid
  ports: PushPorts
}

/** A telephone that is in a garage for half a shift still hears of what is open. */
const KEPT_SECONDS = 12 * 3_600
const MOST_PROBLEM = 160
/** Its browsers take a subscription away that shows nothing three times. */
const APPLE = '.push.apple.com'

/** Sends messages to devices. Whether its person may still know of the alarm is asked now, not when it was written. */
export class PushSender {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async send(letter: Letter): Promise<Outcome> {
    const { db, ports } = this.#parts
    const device = await this.#device(Number(letter.words.device))
    const [person] = device ? await ports.people(db, [device.user_id]) : []
    if (!device || !person) return { kind: 'over' }
    const about = await aboutOf(db, person, letter)
    if (!about) return { kind: 'over' }
    const answer = await this.#post(device, letter, await payloadOf(db, { letter, device, person, about }))
    return answer === null
      ? { kind: 'refused', problem: 'the address of the device cannot be used' }
      : this.#settle({ device, letter, about }, answer)
  }

  #device(id: number): Promise<KeptDevice | undefined> {
    const { db } = this.#parts
    return db.selectFrom('push_device as d').selectAll().where('d.id', '=', id).where(isTold).executeTakeFirst()
  }

  async #post(device: KeptDevice, { words }: Letter, payload: PushPayload): Promise<Answer | null> {
    const { devices, services, vapid } = this.#parts
    const subscription = devices.subscriptionOf(device)
    const url = subscription && services.allowed(subscription.endpoint)
    if (!subscription || !url) return null
    const headers = {
      Authorization: await vapid.authorization(url),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      TTL: String(payload.why === 'test' ? 60 : KEPT_SECONDS),
      // Of one topic a device that was away gets the newest alone.
      Topic: String(words.slot),
      Urgency: isQuiet(payload.why) ? 'normal' : 'high',
    }
    const body = encrypt(JSON.stringify(payload), subscription)
    return post({ url, headers, body, lookup: services.lookupFor(url) })
  }

  async #settle({ device, letter, about }: Sent, { status, location, text }: Answer): Promise<Outcome> {
    const { db } = this.#parts
    if (status >= 200 && status < 300) {
      await noteSent(db, { device, letter, about })
      return { kind: 'sent', reference: location }
    }
    const problem = `${status} ${text}`.trim().slice(0, MOST_PROBLEM)
    if (status === 404 || status === 410) {
      await db.deleteFrom('push_device').where('id', '=', device.id).execute()
      return { kind: 'refused', problem }
    }
    await db.updateTable('push_device').set({ problem }).where('id', '=', device.id).execute()
    if (status === 429 || status >= 500) throw new Error(problem)
    return { kind: 'refused', problem }
  }
}

interface About {
  id: number | null
  case_id: number | null
  assignee_id: number | null
  /** The person may answer it. */
  handles: boolean
}

interface Sent {
  device: KeptDevice
  letter: Letter
  about: About
}

const NOTHING: About = { id: null, case_id: null, assignee_id: null, handles: false }

const isQuiet = (why: PushReason) => why === 'taken' || why === 'over'

/** The alarm as it is now; null where there is nothing to be told of it any more, or nothing to this person. */
async function aboutOf(db: Db, person: Person, { words }: Letter): Promise<About | null> {
  const { why, alarm } = words as { why: PushReason; alarm?: number }
  if (why === 'test') return NOTHING
  const listing = permissionOf(alarmEntity, 'list')
  if (!may(person, listing)) return null
  if (why === 'many') return NOTHING
  const handling = handleAlarm.permission
  const handles = may(person, handling) ? reached(narrowed(person, handling), 'alarm') : sql<boolean>`false`
  const { rows } = await sql<About & { status: string; rests: boolean; open_again: boolean }>`
    select t.id, coalesce(t.first_id, t.id) as case_id, t.assignee_id, t.status, ${handles} as handles,
      coalesce(t.snoozed_until > now(), false) as rests,
      exists (select from alarm n where (n.id = t.first_id or n.first_id in (t.id, t.first_id)) and n.status = 'open') as open_again
    from alarm t where t.id = ${alarm ?? 0} and ${reached(narrowed(person, listing), 'alarm')}`.execute(db)
  const found = rows[0]
  if (!found) return null
  const isOpen = found.status === 'open'
  const isDue = why === 'over' ? !isOpen && !found.open_again : isOpen && !(why === 'new' && found.rests)
  return isDue ? found : null
}

interface Composed {
  letter: Letter
  device: KeptDevice
  person: Person
  about: About
}

async function payloadOf(db: Db, { letter, device, person, about }: Composed): Promise<PushPayload> {
  const { id, language, words } = letter
  const { why, title, body, slot, label } = words as Pick<PushPayload, 'why' | 'title' | 'body' | 'label'> & {
    slot: string
  }
  const line = (key: string) => say(language, { key: `push:${key}` })
  const answers = about.handles && why !== 'over'
  const offered = PUSH_ACTIONS.filter(
    (action) => action === 'processed' || about.assignee_id !== person.id || why === 'handed',
  )
  return {
    ...{ id, why, tag: slot, user_id: device.user_id, language, title, body },
    badge: await ownCases(db, person.id),
    path: pathOf(why, about.id),
    urgent: words.urgent === 1,
    must_show: device.host.endsWith(APPLE),
    ...(about.id !== null && { alarm_id: about.id }),
    ...(label !== undefined && { label }),
    actions: answers ? offered.map((action) => ({ action, title: line(`action.${action}`) })) : [],
    ...(answers && {
      said: {
        done: { on_my_way: line('said.on_my_way'), processed: line('said.processed') },
        kept: line('said.kept'),
        signed_out: line('said.signed_out'),
        refused: line('said.refused'),
      },
    }),
  }
}

const pathOf = (why: PushReason, alarm_id: number | null): string => {
  if (why === 'test') return '/usercenter'
  return alarm_id === null ? '/open/alarm' : `/open/alarm/${alarm_id}`
}

/** The open cases that are a person's own: what the badge of the app counts. */
async function ownCases(db: Db, user_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from alarm where assignee_id = ${user_id} and status = 'open'`.execute(db)
  return rows[0]?.count ?? 0
}

/** What the device shows from now on is written down: when the case is another's or over, it is told so. */
async function noteSent(db: Db, { device, letter, about }: Sent): Promise<void> {
  const shown = about.case_id !== null && letter.words.why !== 'over'
  await sql`
    with told as (update push_device set told_at = now(), problem = null where id = ${device.id} returning id)
    insert into push_shown (device_id, case_id, alarm_id, assignee_id)
      select told.id, ${about.case_id}::bigint, ${about.id}::bigint, ${about.assignee_id}::bigint from told where ${shown}
      on conflict (device_id, case_id) do update set alarm_id = excluded.alarm_id, assignee_id = excluded.assignee_id`.execute(
    db,
  )
}
