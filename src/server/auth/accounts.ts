import { type Kysely, sql } from 'kysely'
import { type Contact, contactOf } from '../../shared/domain/contact.ts'
import type { Database } from '../kit/database/tables.ts'

export interface Account {
  id: number
  user_name: string
  status: 'normal' | 'disabled' | 'unverified'
  phone: string | null
  email: string | null
  /** How often their sign-ins were ended by now. */
  sign_ins_ended: number
}

const COLUMNS = ['id', 'user_name', 'status', 'phone', 'email', 'sign_ins_ended'] as const

/** Whose telephone or mailbox it is; null when nobody's. */
export async function accountAt(db: Kysely<Database>, { channel, to }: Contact): Promise<Account | null> {
  const same = channel === 'sms' ? sql<boolean>`bare_phone(phone) = ${to}` : sql<boolean>`lower(email) = ${to}`
  const found = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where(same)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Who is called so: by number, mail address or account. A number is first of all its owner's: an account may be called like
 * the number of another person.
 */
export async function accountNamed(db: Kysely<Database>, name: string): Promise<Account | null> {
  const contact = contactOf(name)
  const reached = contact && (await accountAt(db, contact))
  if (reached) return reached
  const named = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where(({ fn, eb }) => eb(fn('lower', ['user_name']), '=', name.toLowerCase()))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return named ?? null
}

export const accountOf = (db: Kysely<Database>, id: number): Promise<Account | undefined> =>
  db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Where a code reaches them: the telephone first. */
export function contactFor({ phone, email }: Account): Contact | null {
  return contactOf(phone ?? '') ?? contactOf(email ?? '')
}
