import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { captcha, login, logout, refresh } from '../../shared/endpoints/auth.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { ACCESS_SECONDS, AccessTokens } from './access-token.ts'
import { forgetOldAttempts } from './attempts.ts'
import { Captchas } from './captchas.ts'
import { findPerson, People } from './people.ts'
import { endFamily, forgetOldSessions, type Granted, openSession, renewSession } from './sessions.ts'
import { checkCredentials } from './sign-in.ts'

export interface AuthOptions {
  db: Kysely<Database>
  /** Signs the access tokens; at least 32 bytes. */
  tokenKey: Uint8Array
  /** Keys the hashes of picture codes; null when signing in takes none. */
  captchaKey: Uint8Array | null
}

/** Signing in and out, and who a token speaks for. */
export class Auth {
  readonly people: People
  readonly #db: Kysely<Database>
  readonly #tokens: AccessTokens
  readonly #captchas: Captchas | null

  constructor({ db, tokenKey, captchaKey }: AuthOptions) {
    this.#db = db
    this.#tokens = new AccessTokens(tokenKey)
    this.#captchas = captchaKey && new Captchas(db, captchaKey)
    this.people = new People(db, this.#tokens)
  }

  readonly routes = async (app: FastifyInstance): Promise<void> => {
    serve(app, captcha, async () =>
      this.#captchas ? { required: true, ...(await this.#captchas.draw()) } : { required: false, id: '', image: '' },
    )
    serve(app, login, async ({ username, password, remember = false, ...picture }, context) => {
      await this.#captchas?.check(picture.captcha_id, picture.code)
      const { address, agent } = context
      const user_id = await checkCredentials(this.#db, { username, password, address })
      return this.#signIn(await openSession(this.#db, { user_id, remember, address, agent }), context)
    })
    serve(app, refresh, async ({ refresh_token }, { address, agent }) => {
      const granted = await renewSession(this.#db, refresh_token, { address, agent })
      if (!granted) this.people.forget()
      const person = granted && (await findPerson(this.#db, granted))
      if (!granted || !person) throw new Refusal(401, 'session_expired')
      return {
        access_token: await this.#tokens.sign(granted),
        refresh_token: granted.token,
        expires_in: ACCESS_SECONDS,
      }
    })
    serve(app, logout, async (_, context) => {
      await endFamily(this.#db, context.person.session)
      this.people.forget()
      await this.#note('sign_out', context.person, context)
      return null
    })
  }

  /** Removes what has expired. */
  async tidy(): Promise<void> {
    await Promise.all([this.#captchas?.tidy(), forgetOldAttempts(this.#db), forgetOldSessions(this.#db)])
  }

  async #signIn(granted: Granted, context: Context) {
    const person = await findPerson(this.#db, granted)
    if (!person) throw new Refusal(403, 'user_disabled')
    await this.#note('sign_in', person, context)
    const { id, user_name, name, dashboard, roles, permissions } = person
    return {
      token: await this.#tokens.sign(granted),
      refresh_token: granted.token,
      expires_in: ACCESS_SECONDS,
      userInfo: { userId: id, userName: user_name, name, dashboard, role: [...roles] },
      permissions: [...permissions],
    }
  }

  #note(action: string, person: Person, context: Context): Promise<void> {
    const entry = { action, entity: 'user', entity_id: person.id, before: null, after: null }
    return audit(this.#db, { ...context, person }, entry)
  }
}
