import type { Kysely } from 'kysely'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { hashNewPassword } from '../kit/password.ts'
import { type Account, contactFor } from './accounts.ts'
import type { AuthPorts } from './ports.ts'
import { endSessionsOf } from './sessions.ts'

interface NewPassword {
  user: Account
  password: string
  /** As the audit names it. */
  action: 'reset_password' | 'change_password'
  /** The sign-in that goes on; null ends them all. */
  spare: string | null
  context: Context
  ports: Pick<AuthPorts, 'send'>
}

/** Sets a person's password, ends their sign-ins and tells them: it may not have been theirs to set. */
export async function setPassword(trx: Kysely<Database>, change: NewPassword): Promise<void> {
  const { user, password, action, spare, context, ports } = change
  const password_hash = await hashNewPassword(password, [user.user_name, user.phone, user.email])
  await trx
    .updateTable('users')
    .set(({ eb, fn }) => ({ password_hash, version: eb('version', '+', 1), updated_at: fn<string>('now') }))
    .where('id', '=', user.id)
    .execute()
  await endSessionsOf(trx, user.id, spare)
  const by = { ...context, person: { ...context.person, id: user.id, user_name: user.user_name } }
  await audit(trx, by, { action, entity: 'user', entity_id: user.id, before: null, after: null })
  await tellOfPassword(trx, user, { context, ports })
}

/** Tells someone, if they can be reached, that their password is another one. */
export async function tellOfPassword(
  trx: Kysely<Database>,
  user: Account,
  { context, ports }: Pick<NewPassword, 'context' | 'ports'>,
): Promise<void> {
  const contact = contactFor(user)
  if (!contact) return
  const words = { user_name: user.user_name, address: context.address }
  const { language } = context
  await ports.send(trx, { ...contact, template: 'password_changed', words, user_id: user.id, language })
}
