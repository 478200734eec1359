import type { Kysely } from 'kysely'
import type { Channel } from '../../shared/domain/channels.ts'
import { contactOf } from '../../shared/domain/contact.ts'
import type { askContactCode, confirmContact } from '../../shared/endpoints/user-centre.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { isTaken } from '../kit/postgres-errors.ts'
import { wrongField } from '../kit/refusal.ts'
import { inTransaction } from '../kit/transaction.ts'
import type { UserCentrePorts } from './ports.ts'

/** Seconds that a screen waits where the code before is still good. */
const WAIT_S = 60

type Ports = Pick<UserCentrePorts, 'contacts' | 'send' | 'requireProof'>

/** By a telephone or a mailbox a forgotten password is set anew. */
const isWayBack = (channel: Channel) => channel !== 'wechat'

/** Sends a code to what someone says is theirs. */
export async function sendContactCode(
  { channel, to: typed }: Parsed<typeof askContactCode>,
  context: Context,
  { contacts, send, requireProof }: Ports,
) {
  const { db, person, address, language } = context
  if (isWayBack(channel)) await requireProof(context)
  const claimed = { user_id: person.id, to: readable(channel, typed) }
  return inTransaction(db, async (trx) => {
    const made = await contacts.make(trx, claimed, address)
    if (!made) return { wait_seconds: WAIT_S }
    const words = { code: made.code, minutes: made.minutes }
    await send(trx, { ...claimed, channel, template: 'contact_code', words, language })
    return { wait_seconds: made.wait_seconds }
  })
}

/** Keeps what the code has proved. */
export async function keepContact(
  { channel, to: typed, sent_code }: Parsed<typeof confirmContact>,
  context: Context,
  { contacts, requireProof }: Ports,
): Promise<{ id: number }> {
  const { db, person } = context
  if (isWayBack(channel)) await requireProof(context)
  const to = readable(channel, typed)
  await contacts.spend(db, { user_id: person.id, to }, sent_code)
  if (channel === 'wechat') await keepWechat(db, person.id, to)
  else await keepOnUser(db, { id: person.id, channel, to })
  return { id: person.id }
}

const keepWechat = (db: Kysely<Database>, user_id: number, wechat: string) =>
  db
    .insertInto('notification_setting')
    .values({ user_id, wechat, ways: '{}' })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ wechat }))
    .execute()

async function keepOnUser(
  db: Kysely<Database>,
  { id, channel, to }: { id: number; channel: 'sms' | 'mail'; to: string },
): Promise<void> {
  const column = channel === 'sms' ? 'phone' : 'email'
  const others = await db
    .selectFrom('users')
    .select('id')
    .where(({ fn, eb }) => eb(fn(channel === 'sms' ? 'bare_phone' : 'lower', [column]), '=', to))
    .where('id', '<>', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (others) throw taken()
  await db
    .updateTable('users')
    .set({ [column]: to, updated_at: new Date().toISOString() })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()
    .catch((error) => {
      // Another account proved it in the same moment.
      throw isTaken(error) ? taken() : error
    })
}

const taken = () => wrongField('to', 'refusals:contact_taken')

const WECHAT_ACCOUNT = /^[\w.@-]{1,64}$/

function readable(channel: Channel, typed: string): string {
  if (channel === 'wechat') {
    if (WECHAT_ACCOUNT.test(typed) && !typed.startsWith('@')) return typed
    throw wrongField('to', 'refusals:not_a_recipient')
  }
  const contact = contactOf(typed)
  if (contact?.channel !== channel) throw wrongField('to', channel === 'sms' ? 'not_a_phone' : 'not_an_email')
  return contact.to
}
