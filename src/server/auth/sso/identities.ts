import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import type { Database } from '../../kit/database/tables.ts'
import { hashPassword } from '../../kit/password.ts'
import { NOBODY } from '../../kit/person.ts'
import { Refusal } from '../../kit/refusal.ts'
import { inTransaction } from '../../kit/transaction.ts'
import { giveWhatClaimsSay } from './claimed-rights.ts'
import { type Described, describe } from './claims.ts'
import type { Claims } from './provider.ts'
import type { SsoSettings } from './settings.ts'

type Db = Kysely<Database>

export interface SsoUser {
  id: number
  user_name: string
  status: 'normal' | 'disabled' | 'unverified'
  sign_ins_ended: number
}

/**
 * Whose sign-in it is: known by issuer and subject, which never change; else by a mail address that the provider has checked; else
 * an account is made, if the settings say so. Roles and department follow the claims each time. 403 `sso_unknown` for nobody.
 */
export function userOf(db: Db, claims: Claims, settings: SsoSettings, context: Context): Promise<SsoUser> {
  return inTransaction(db, async (trx) => {
    // Two windows that come back at the same instant make one account.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${claims.iss} ${claims.sub}`}, 0))`.execute(trx)
    const user =
      (await known(trx, claims)) ?? (await linked(trx, claims, context)) ?? (await made(trx, claims, settings, context))
    // What a provider gives to who may not come in is not written.
    if (user.status === 'normal') await giveWhatClaimsSay(trx, user.id, { claims, settings, by: as(context, user) })
    return user
  })
}

async function known(trx: Db, { iss, sub }: Claims): Promise<SsoUser | null> {
  const { rows } = await sql<SsoUser>`
    update user_identity i set last_at = now() from users u
    where i.issuer = ${iss} and i.subject = ${sub} and u.id = i.user_id
    returning u.id, u.user_name, u.sign_ins_ended,
      case when u.archived_at is null then u.status else 'disabled' end as status`.execute(trx)
  return rows[0] ?? null
}

/**
 * An account that was here before, by its mail address. Never that of someone who may do everything: anyone who rules the provider
 * would rule this console; they are given it by a role's claim, or sign in here.
 */
async function linked(trx: Db, claims: Claims, context: Context): Promise<SsoUser | null> {
  const { email } = describe(claims)
  if (!email) return null
  const { rows } = await sql<SsoUser & { rules: boolean }>`
    select u.id, u.user_name, u.status, u.sign_ins_ended, exists (select from user_role ur join role r on r.id = ur.role_id
      where ur.user_id = u.id and '*' = any(r.permissions)) as rules
    from users u where lower(u.email) = ${email} and u.archived_at is null
      and not exists (select from user_identity i where i.user_id = u.id and i.issuer = ${claims.iss})
    for update of u`.execute(trx)
  const [found] = rows
  if (!found) return null
  if (found.rules) throw new Refusal(403, 'refusals:sso_administrator')
  await link(trx, claims, found, context)
  return found
}

async function made(trx: Db, claims: Claims, settings: SsoSettings, context: Context): Promise<SsoUser> {
  if (!settings.creates) throw new Refusal(403, 'refusals:sso_unknown', { figures: { name: settings.name } })
  const { user_name: wanted, name, email } = describe(claims)
  const after = { user_name: await free(trx, wanted), name, email, language: context.language }
  // No password fits it: who came by the provider comes by the provider.
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  const { id } = await trx
    .insertInto('users')
    .values({ ...after, email: await freeMail(trx, email), status: 'normal', password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  const user: SsoUser = { id, user_name: after.user_name, status: 'normal', sign_ins_ended: 0 }
  await audit(trx, as(context, user), { action: 'sso_create', entity: 'user', entity_id: id, before: null, after })
  await link(trx, claims, user, context)
  return user
}

async function link(trx: Db, { iss: issuer, sub: subject }: Claims, user: SsoUser, context: Context): Promise<void> {
  await trx.insertInto('user_identity').values({ issuer, subject, user_id: user.id }).execute()
  const after = { issuer, subject }
  await audit(trx, as(context, user), { action: 'sso_link', entity: 'user', entity_id: user.id, before: null, after })
}

/** An account of that name may be another person's: it is never taken over by its name, the new one is numbered. */
async function free(trx: Db, wanted: Described['user_name']): Promise<string> {
  for (let number = 1; ; number++) {
    const user_name = number === 1 ? wanted : `${wanted.slice(0, 55)}-${number}`
    const taken = await trx
      .selectFrom('users')
      .select('id')
      .where(({ fn, eb }) => eb(fn('lower', ['user_name']), '=', user_name.toLowerCase()))
      .executeTakeFirst()
    if (!taken) return user_name
  }
}

/** An address that is another's by now stays theirs. */
async function freeMail(trx: Db, email: string | null): Promise<string | null> {
  if (!email) return null
  const { rows } = await sql`select from users where lower(email) = ${email} and archived_at is null`.execute(trx)
  return rows.length ? null : email
}

const as = (context: Context, { id, user_name }: SsoUser): Context => ({
  ...context,
  person: { ...NOBODY, id, user_name },
})
