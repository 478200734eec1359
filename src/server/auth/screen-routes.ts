import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { type Proof, SECOND_FACTORS } from '../../shared/domain/sign-in-proofs.ts'
import { collectScreen, decideScreen, openScreen, scanScreen } from '../../shared/endpoints/screen-sign-in.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { sha256 } from '../kit/sha256.ts'
import { screenGone, waitingScreens } from '../kit/waiting-screens.ts'
import type { AuthDeps } from './deps.ts'
import { allowed } from './sign-in.ts'

const screens = waitingScreens('screen_sign_in')

/** A telephone that is signed in lets a screen in: the screen shows a code, the telephone scans it and its person decides. */
export function screenRoutes(app: FastifyInstance, { db, granter }: AuthDeps): void {
  serve(app, openScreen, (_, context) => screens.open(db, context))

  serve(app, collectScreen, async (asked, context): Promise<Data<typeof collectScreen>> => {
    const state = await screens.stateOf(db, asked.secret)
    if (state !== 'confirmed') return { state, signed_in: null }
    const user = await collect(db, sha256(asked.secret))
    if (!user) return { state: 'expired', signed_in: null }
    const entering = { way: 'screen', typed: user.user_name, remember: asked.remember ?? false } as const
    // A telephone that showed two things lets a screen in; nobody showed anything at the screen itself.
    const known = { ...user, amr: ['screen' as const, ...user.amr], fresh: false }
    return { state, signed_in: await granter.enter(entering, context, async () => allowed(known)) }
  })

  serve(app, scanScreen, ({ code }, { person, address }) =>
    screens.scan(db, { code, user_id: personal(person), near: address }),
  )

  serve(app, decideScreen, async ({ code, confirm }, context) => {
    const user_id = personal(context.person)
    const also = { amr: await secondFactorsOf(db, context.person.session) }
    await screens.decide(db, { code, user_id, confirm, also })
    await granter.note(confirm ? 'let_screen_in' : 'refused_screen', context.person, context)
    return null
  })
}

/** A client app has no telephone. */
function personal({ id }: Person): number {
  if (id <= 0) throw new Refusal(403, 'no_permission')
  return id
}

/** The second step that this sign-in was shown by, if it was; refused when it was ended, which another node sees a second later. */
async function secondFactorsOf(db: Kysely<Database>, family: string): Promise<Proof[]> {
  const session = await db
    .selectFrom('session')
    .select('amr')
    .where('family', '=', family)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!session) throw screenGone()
  return SECOND_FACTORS.filter((proof) => session.amr.includes(proof))
}

interface Collected {
  id: number
  user_name: string
  status: 'normal' | 'disabled' | 'unverified'
  sign_ins_ended: number
  amr: Proof[]
}

/** Who confirmed; the screen's secret is spent with it. */
async function collect(db: Kysely<Database>, secret_hash: string) {
  const { rows } = await sql<Collected>`
    delete from screen_sign_in s using users u
    where s.secret_hash = ${secret_hash} and s.state = 'confirmed' and s.expires_at > now() and u.id = s.user_id
    returning u.id, u.user_name, u.status, u.sign_ins_ended, s.amr`.execute(db)
  return rows[0]
}

export const forgetOldScreens = screens.forgetOld
