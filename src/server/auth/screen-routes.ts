import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { type Proof, SECOND_FACTORS } from '../../shared/domain/sign-in-proofs.ts'
import { collectScreen, decideScreen, openScreen, scanScreen } from '../../shared/endpoints/screen-sign-in.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { browserWords } from '../kit/browser-words.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { placeOf } from '../kit/place-of.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { sha256 } from '../kit/sha256.ts'
import type { AuthDeps } from './deps.ts'
import { allowed } from './sign-in.ts'

const GOOD_FOR_SECONDS = 120
/** A screen that asks every second or two has this long to fetch what was confirmed at the last moment. */
const TO_COLLECT_SECONDS = 30

const secret = () => randomBytes(24).toString('base64url')
const inSeconds = (seconds: number) => sql<string>`now() + ${seconds} * interval '1 second'`

/** A telephone that is signed in lets a screen in: the screen shows a code, the telephone scans it and its person decides. */
export function screenRoutes(app: FastifyInstance, { db, granter }: AuthDeps): void {
  serve(app, openScreen, async (_, { address, agent }) => {
    const [code, own] = [secret(), secret()]
    await db
      .insertInto('screen_sign_in')
      .values({
        ...{ code_hash: sha256(code), secret_hash: sha256(own), address, agent },
        expires_at: inSeconds(GOOD_FOR_SECONDS),
      })
      .execute()
    return { code, secret: own, expires_in: GOOD_FOR_SECONDS }
  })

  serve(app, collectScreen, async (asked, context): Promise<Data<typeof collectScreen>> => {
    const state = await stateOf(db, sha256(asked.secret))
    if (state !== 'confirmed') return { state, signed_in: null }
    const user = await collect(db, sha256(asked.secret))
    if (!user) return { state: 'expired', signed_in: null }
    const entering = { way: 'screen', typed: user.user_name, remember: asked.remember ?? false } as const
    // A telephone that showed two things lets a screen in; nobody showed anything at the screen itself.
    const known = { ...user, amr: ['screen' as const, ...user.amr], fresh: false }
    return { state, signed_in: await granter.enter(entering, context, async () => allowed(known)) }
  })

  serve(app, scanScreen, async ({ code }, { person, address }) => {
    const screen = await scan(db, sha256(code), personal(person))
    return {
      ...browserWords(screen.agent),
      address: screen.address,
      place: placeOf(screen.address, address),
      expires_in: screen.expires_in,
    }
  })

  serve(app, decideScreen, async ({ code, confirm }, context) => {
    const user_id = personal(context.person)
    const decided = await db
      .updateTable('screen_sign_in')
      .set({
        state: confirm ? 'confirmed' : 'refused',
        amr: await secondFactorsOf(db, context.person.session),
        expires_at: sql`greatest(expires_at, ${inSeconds(TO_COLLECT_SECONDS)})`,
      })
      .where('code_hash', '=', sha256(code))
      .where('state', '=', 'scanned')
      .where('user_id', '=', user_id)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('code_hash')
      .executeTakeFirst()
    if (!decided) throw gone()
    await granter.note(confirm ? 'let_screen_in' : 'refused_screen', context.person, context)
    return null
  })
}

const gone = () => new Refusal(409, 'refusals:screen_gone')

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
  if (!session) throw gone()
  return SECOND_FACTORS.filter((proof) => session.amr.includes(proof))
}

async function stateOf(db: Kysely<Database>, secret_hash: string) {
  const screen = await db
    .selectFrom('screen_sign_in')
    .select('state')
    .where('secret_hash', '=', secret_hash)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return screen?.state ?? 'expired'
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

/** The first person to scan it is the only one who may decide; they may look again. */
async function scan(db: Kysely<Database>, code_hash: string, user_id: number) {
  const { rows } = await sql<{ address: string; agent: string; expires_in: number }>`
    update screen_sign_in set state = 'scanned', user_id = ${user_id}
    where code_hash = ${code_hash} and expires_at > now()
      and (state = 'pending' or (state = 'scanned' and user_id = ${user_id}))
    returning address, agent, ceil(extract(epoch from expires_at - now()))::int as expires_in`.execute(db)
  const [screen] = rows
  if (!screen) throw gone()
  return screen
}

export const forgetOldScreens = (db: Kysely<Database>): Promise<unknown> =>
  sql`delete from screen_sign_in where expires_at < now()`.execute(db)
