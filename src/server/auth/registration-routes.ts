import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { type Contact, contactOf } from '../../shared/domain/contact.ts'
import { register } from '../../shared/endpoints/registration.ts'
import { registration } from '../../shared/endpoints/ways-in.ts'
import type { Parsed } from '../../shared/kit/endpoint.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { hashNewPassword } from '../kit/password.ts'
import { Refusal, wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import { say } from '../kit/words.ts'
import { accountAt } from './accounts.ts'
import { Attempts } from './attempts.ts'
import type { AuthDeps } from './deps.ts'
import type { AuthPorts } from './ports.ts'

/** Making an account that an administrator approves. */
export function registrationRoutes(app: FastifyInstance, { db, codes, ports }: AuthDeps): void {
  serve(app, registration, async (_, { language }) => {
    const { registration_open: open, agreement } = await ports.rules()
    return { open, agreement: agreement?.[language] || say(language, { key: 'sign_ins:agreement_text' }) }
  })

  serve(app, register, async (asked, context) => {
    await refuseWhenClosed(ports)
    const contact = contactOf(asked.contact)
    if (!contact) throw wrongField('contact', 'not_a_contact')
    const attempts = new Attempts(db)
    await attempts.begin(contact.to, context.address, 'register')
    const given = { code: asked.sent_code, field: 'sent_code', address: context.address }
    const fitting = await codes.check({ purpose: 'register', subject: contact.to }, given)
    const password_hash = await hashNewPassword(asked.password, [asked.user_name, asked.name, contact.to])
    const id = await inTransaction(db, async (trx) => {
      await codes.spend(trx, fitting, 'sent_code')
      return insertUser(trx, { asked, contact, password_hash, context })
    })
    await attempts.succeeded(contact.to, context.address, 'register')
    await attempts.codeUsed(contact.to, context.address)
    app.kit.changed('user', id)
    return { user_name: asked.user_name }
  })
}

export async function refuseWhenClosed(ports: Pick<AuthPorts, 'rules'>): Promise<void> {
  const { registration_open } = await ports.rules()
  if (!registration_open) throw new Refusal(403, 'refusals:registration_closed')
}

interface Registering {
  asked: Parsed<typeof register>
  contact: Contact
  password_hash: string
  context: Context
}

/** Whose number it is learns that it has an account already; nobody else gets as far. A name that is taken is refused by the table. */
async function insertUser(
  trx: Kysely<Database>,
  { asked, contact, password_hash, context }: Registering,
): Promise<number> {
  if (await accountAt(trx, contact)) throw wrongField('contact', 'already_taken')
  const { name, user_name } = asked
  const reached = contact.channel === 'sms' ? { phone: contact.to } : { email: contact.to }
  const after = { user_name, name, ...reached, language: context.language, status: 'unverified' as const }
  const { id } = await trx
    .insertInto('users')
    .values({ ...after, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  const by = { ...context, person: { ...context.person, id, user_name } }
  await audit(trx, by, { action: 'register', entity: 'user', entity_id: id, before: null, after })
  return id
}
