import type { Kysely } from 'kysely'
import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import { accountOf, contactFor } from '../accounts.ts'
import type { AuthPorts, FactorMessage } from '../ports.ts'

interface Told {
  user_id: number
  template: FactorMessage
  /** What the message is filled with beside the account and the address. */
  words?: Readonly<Record<string, string | number>>
}

/** Tells someone, if they can be reached, what became of their second steps: it may not have been theirs to do. */
export async function tell(
  db: Kysely<Database>,
  { user_id, template, words = {} }: Told,
  { context, ports }: { context: Pick<Context, 'address' | 'language'>; ports: Pick<AuthPorts, 'send'> },
): Promise<void> {
  const user = await accountOf(db, user_id)
  const contact = user && contactFor(user)
  if (!user || !contact) return
  const { address, language } = context
  const filled = { user_name: user.user_name, address, ...words }
  await ports.send(db, { ...contact, template, words: filled, user_id, language })
}

/** Writes down what someone did with their own second steps, or what was done in their name without a sign-in. */
export async function writeDown(
  db: Kysely<Database>,
  {
    action,
    user_id,
    after = null,
  }: { action: string; user_id: number; after?: Readonly<Record<string, unknown>> | null },
  context: Context,
): Promise<void> {
  const user = await accountOf(db, user_id)
  const by = { ...context, person: { ...context.person, id: user_id, user_name: user?.user_name ?? '' } }
  await audit(db, by, { action, entity: 'user', entity_id: user_id, before: null, after })
}
