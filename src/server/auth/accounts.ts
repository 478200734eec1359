import { type Kysely, sql } from 'kysely'
import { type Contact, contactOf } from '../../shared/domain/contact.ts'
import type { Database } from '../kit/database/tables.ts'

export interface Account {
  id: number
  user_name: string
  status: 'normal' | 'disabled' | 'unverified'
  phone: string | null
  email: string | null
}

const COLUMNS = ['id', 'user_name', 'status', 'phone', 'email'] as const

/** Whose telephone or mailbox it is; null when nobody's, or when two have written the same number in two ways. */
export async function accountAt(db: Kysely<Database>, { channel, to }: Contact): Promise<Account | null> {
  const same = channel === 'sms' ? sql<boolean>`bare_phone(phone) = ${to}` : sql<boolean>`lower(email) = ${to}`
  const found = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where(same)
    .where('archived_at', 'is', null)
    .limit(2)
    .execute()
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Who is called so: by account, number or mail address. */
export async function accountNamed(db: Kysely<Database>, name: string): Promise<Account | null> {
  const named = await db
    .selectFrom('users')
    .select(COLUMNS)
    .where(({ fn, eb }) => eb(fn('lower', ['user_name']), '=', name.toLowerCase()))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  const contact = contactOf(name)
  return named ?? (contact && (await accountAt(db, contact)))
}

export const accountOf = (db: Kysely<Database>, id: number): Promise<Account | undefined> =>
  db.selectFrom('users').select(COLUMNS).where('id', '=', id).executeTakeFirst()

/** Where a code reaches them: the telephone first. */
export function contactFor({ phone, email }: Account): Contact | null {
  return contactOf(phone ?? '') ?? contactOf(email ?? '')
}
