import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import { beginSso, loginBySso, ssoProvider } from '../../../shared/endpoints/single-sign-on.ts'
import type { Database } from '../../kit/database/tables.ts'
import { notFound, Refusal } from '../../kit/refusal.ts'
import { keyFor, seal, unseal } from '../../kit/sealed.ts'
import { serve } from '../../kit/serve.ts'
import { sha256 } from '../../kit/sha256.ts'
import type { AuthDeps } from '../deps.ts'
import { allowed } from '../sign-in.ts'
import { proofsIn } from './claims.ts'
import { userOf } from './identities.ts'
import type { Provider, Question } from './provider.ts'
import type { SsoSettings } from './settings.ts'

/** Long enough for a second factor at the provider, and for someone who looks for their telephone. */
const GOOD_FOR_MINUTES = 10

export interface SingleSignOn {
  settings: SsoSettings
  provider: Provider
  /** A secret of the data folder: what is kept until the browser comes back is sealed under a key of it. */
  secret: Uint8Array
}

/** Signing in by a provider of OpenID Connect, if the settings name one. */
export function ssoRoutes(app: FastifyInstance, { db, granter, people }: AuthDeps, sso: SingleSignOn | null): void {
  const attempts = sso && new SsoAttempts(db, keyFor('single sign-on', sso.secret))

  serve(app, ssoProvider, async () => ({
    name: sso?.settings.name ?? null,
    local: sso?.settings.localForAll ?? true,
  }))

  serve(app, beginSso, async ({ remember = false }) => {
    if (!sso || !attempts) throw notFound()
    const { url, ...question } = await sso.provider.ask()
    return { url, secret: await attempts.keep(question, remember) }
  })

  serve(app, loginBySso, async ({ secret, search }, context) => {
    if (!sso || !attempts) throw notFound()
    const { remember, ...question } = await attempts.take(secret, search)
    const answer = await granter.enter({ way: 'sso', typed: '', remember }, context, async () => {
      const claims = await sso.provider.answer(search, question)
      const user = await userOf(db, claims, sso.settings, context)
      people.forget()
      return { ...allowed(user), amr: proofsIn(claims), fresh: true }
    })
    return { ...answer, remember }
  })
}

/** What waits for its answer, in the database: the browser may come back to another node. */
class SsoAttempts {
  readonly #db: Kysely<Database>
  readonly #key: Uint8Array

  constructor(db: Kysely<Database>, key: Uint8Array) {
    this.#db = db
    this.#key = key
  }

  async keep({ state, nonce, verifier }: Question, remember: boolean): Promise<string> {
    const secret = randomBytes(32).toString('base64url')
    const state_hash = sha256(state)
    await this.#db
      .insertInto('sso_attempt')
      .values({
        ...{ state_hash, secret_hash: sha256(secret), nonce, remember },
        verifier: seal(this.#key, state_hash, verifier),
        expires_at: sql<string>`now() + ${GOOD_FOR_MINUTES} * interval '1 minute'`,
      })
      .execute()
    return secret
  }

  /** Uses it up. 403 when it is over, or comes from a browser that did not ask: a link that someone sent. */
  async take(secret: string, search: string): Promise<Question & { remember: boolean }> {
    const state = new URLSearchParams(search).get('state') ?? ''
    const state_hash = sha256(state)
    const kept = await this.#db
      .deleteFrom('sso_attempt')
      .where('state_hash', '=', state_hash)
      .where('secret_hash', '=', sha256(secret))
      .where('expires_at', '>', sql<string>`now()`)
      .returning(['nonce', 'verifier', 'remember'])
      .executeTakeFirst()
    const verifier = kept && unseal(this.#key, state_hash, kept.verifier)
    if (!kept || !verifier) throw new Refusal(403, 'refusals:sso_over')
    return { state, nonce: kept.nonce, verifier, remember: kept.remember }
  }
}

export const forgetOldSsoAttempts = (db: Kysely<Database>): Promise<unknown> =>
  sql`delete from sso_attempt where expires_at < now()`.execute(db)
