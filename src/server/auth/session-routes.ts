import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import {
  changeOwnPassword,
  endOtherSessions,
  endOwnSession,
  type OwnSession,
  ownSessions,
} from '../../shared/endpoints/own-sessions.ts'
import { browserWords } from '../kit/browser-words.ts'
import type { Database } from '../kit/database/tables.ts'
import { passwordFits } from '../kit/password.ts'
import type { Person } from '../kit/person.ts'
import { placeOf } from '../kit/place-of.ts'
import { wrongField } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { inTransaction } from '../kit/transaction.ts'
import { Attempts } from './attempts.ts'
import type { AuthDeps } from './deps.ts'
import { requireProof } from './factors/proof.ts'
import { setPassword } from './passwords.ts'
import { endFamily, endSessionsOf } from './sessions.ts'

/** A person sees where they are signed in, ends what they do not know, and changes their password. */
export function sessionRoutes(app: FastifyInstance, { db, people, granter, ports }: AuthDeps): void {
  serve(app, ownSessions, async (_, { person, address }) => ({ sessions: await sessionsOf(db, person, address) }))

  serve(app, endOwnSession, async ({ id }, context) => {
    if (id !== context.person.session) await requireProof(db, context.person)
    const ended = await endFamily(db, { family: id, user_id: context.person.id })
    people.forget()
    if (ended) await granter.note('end_session', context.person, context)
    return null
  })

  serve(app, endOtherSessions, async (_, context) => {
    await requireProof(db, context.person)
    const ended = await endSessionsOf(db, context.person.id, context.person.session)
    people.forget()
    if (ended > 0) await granter.note('end_session', context.person, context)
    return { ended }
  })

  serve(app, changeOwnPassword, async ({ old_password, password }, context) => {
    const { person, address } = context
    const attempts = new Attempts(db)
    await attempts.begin(person.user_name, address, 'old_password')
    const user = await db
      .selectFrom('users')
      .select(['id', 'user_name', 'status', 'phone', 'email', 'password_hash', 'sign_ins_ended'])
      .where('id', '=', person.id)
      .executeTakeFirst()
    if (!(await passwordFits(user?.password_hash, old_password)) || !user)
      throw wrongField('old_password', 'wrong_old_password')
    await attempts.succeeded(person.user_name, address, 'old_password')
    if (old_password === password) throw wrongField('password', 'same_password')
    const change = { user, password, action: 'change_password', spare: person.session, context, ports } as const
    await inTransaction(db, (trx) => setPassword(trx, change))
    people.forget()
    return null
  })
}

interface Kept extends Omit<OwnSession, 'browser' | 'system' | 'place' | 'own'> {
  agent: string | null
}

/** A sign-in is one family of tokens; its newest says where it is now. */
async function sessionsOf(db: Kysely<Database>, person: Person, from: string): Promise<OwnSession[]> {
  const { rows } = await sql<Kept>`
    select distinct on (family) family::text as id, address, agent, remember, amr,
      opened_at as since, created_at as last_used, expires_at
    from session where user_id = ${person.id} and ended_at is null and expires_at > now()
    order by family, session.id desc`.execute(db)
  return rows
    .sort((a, b) => b.last_used.localeCompare(a.last_used))
    .map(({ agent, ...kept }) => ({
      ...kept,
      ...browserWords(agent),
      place: placeOf(kept.address, from),
      own: kept.id === person.session,
    }))
}
