import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { type Contact, contactOf } from '../../shared/domain/contact.ts'
import { loginByCode, resetPassword, sendCode } from '../../shared/endpoints/sign-in-codes.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import { type Account, accountAt, accountNamed, contactFor } from './accounts.ts'
import { Attempts } from './attempts.ts'
import type { AuthDeps } from './deps.ts'
import type { Secret } from './one-time-codes.ts'
import { setPassword } from './passwords.ts'
import { refuseWhenClosed } from './registration-routes.ts'
import { allowed } from './sign-in.ts'

/** Codes that are sent, and what they are good for: signing in by a mobile number, setting a forgotten password. */
export function codeRoutes(app: FastifyInstance, deps: AuthDeps): void {
  const { db, codes, captchas, granter, ports, people } = deps

  serve(app, sendCode, async (asked, context) => {
    if (asked.purpose === 'register') {
      await refuseWhenClosed(ports)
      await captchas?.check(asked)
    }
    const to = readable(asked)
    const wait_seconds = await new Attempts(db).beginSending(to, context.address)
    await sendTo(deps, await receiverOf(db, asked), { purpose: asked.purpose, context })
    return { wait_seconds }
  })

  serve(app, loginByCode, ({ mobile, sent_code, remember = false }, context) =>
    granter.enter({ way: 'sms', typed: mobile, remember }, context, async () => {
      const attempts = new Attempts(db)
      const number = phoneOf(mobile)
      await attempts.begin(number.to, context.address, 'sms')
      const user = await accountAt(db, number)
      const secret: Secret = { purpose: 'sign_in', subject: subjectOf(user, number.to) }
      const fitting = await codes.check(secret, { code: sent_code, field: 'sent_code', address: context.address })
      await codes.spend(db, fitting, 'sent_code')
      await attempts.succeeded(number.to, context.address, 'sms')
      await attempts.codeUsed(number.to, context.address)
      // A code fits only where it was sent to someone.
      return { ...allowed(user as Account), amr: ['sms'], fresh: false }
    }),
  )

  serve(app, resetPassword, async ({ account, sent_code, password }, context) => {
    const attempts = new Attempts(db)
    await attempts.begin(account, context.address, 'reset')
    const user = await accountNamed(db, account)
    const secret: Secret = { purpose: 'reset', subject: subjectOf(user, account) }
    const fitting = await codes.check(secret, { code: sent_code, field: 'sent_code', address: context.address })
    const known = user as Account
    await inTransaction(db, async (trx) => {
      await codes.spend(trx, fitting, 'sent_code')
      await setPassword(trx, { user: known, password, action: 'reset_password', spare: null, context, ports })
    })
    people.forget()
    await attempts.succeeded(account, context.address, 'reset')
    await attempts.forgive(known.user_name)
    await attempts.codeUsed(contactOf(account)?.to ?? account, context.address)
    return null
  })
}

type Asked = Parsed<typeof sendCode>

/** What was typed, written in one way; refused where no code could ever go. */
function readable({ purpose, to }: Asked): string {
  if (purpose === 'sign_in') return phoneOf(to, 'to').to
  const contact = contactOf(to)
  if (purpose === 'register' && !contact) throw wrongField('to', 'not_a_contact')
  return contact?.to ?? to
}

function phoneOf(typed: string, field = 'mobile'): Contact {
  const contact = contactOf(typed)
  if (contact?.channel !== 'sms') throw wrongField(field, 'not_a_phone')
  return contact
}

interface Receiver {
  subject: string
  /** Null when there is nobody to send anything to. */
  contact: Contact | null
  user_id?: number
}

async function receiverOf(db: Kysely<Database>, { purpose, to }: Asked): Promise<Receiver> {
  const typed = contactOf(to)
  if (purpose === 'register') return { subject: typed?.to ?? to, contact: typed }
  const user = purpose === 'sign_in' ? typed && (await accountAt(db, typed)) : await accountNamed(db, to)
  if (!user || user.status === 'disabled') return { subject: subjectOf(null, typed?.to ?? to), contact: null }
  return { subject: subjectOf(user, to), contact: purpose === 'sign_in' ? typed : contactFor(user), user_id: user.id }
}

/** Codes of nobody are made all the same: what is stored, and how long it takes, tells nothing about who exists. */
const subjectOf = (user: Pick<Account, 'id'> | null, typed: string) =>
  user ? `user:${user.id}` : `nobody:${typed.toLowerCase()}`

function sendTo(
  { db, codes, ports }: AuthDeps,
  { subject, contact, user_id }: Receiver,
  { purpose, context }: { purpose: Asked['purpose']; context: Context },
): Promise<void> {
  return inTransaction(db, async (trx) => {
    const made = await codes.make(trx, { purpose, subject }, context.address)
    if (!made || !contact) return
    const words = { code: made.code, minutes: made.minutes }
    const addressee = { ...contact, ...(user_id !== undefined && { user_id }) }
    await ports.send(trx, { ...addressee, template: `${purpose}_code`, words, language: context.language })
  })
}
