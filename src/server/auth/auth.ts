import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { captcha, login, logout, refresh } from '../../shared/endpoints/auth.ts'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { ACCESS_SECONDS, AccessTokens } from './access-token.ts'
import { forgetOldAttempts } from './attempts.ts'
import { Captchas } from './captchas.ts'
import { codeRoutes } from './code-routes.ts'
import { ContactCodes } from './contact-codes.ts'
import { Entrance } from './entrance.ts'
import type { House } from './house.ts'
import { forgetOldAddresses } from './known-addresses.ts'
import type { SignInNeeds } from './needs.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import { findPerson, People } from './people.ts'
import { registrationRoutes } from './registration-routes.ts'
import { forgetOldScreens, screenRoutes } from './screen-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { endFamily, renewSession } from './sessions.ts'
import { checkCredentials } from './sign-in.ts'

export interface AuthOptions {
  db: Kysely<Database>
  /** Signs the access tokens; at least 32 bytes. */
  tokenKey: Uint8Array
  /** Keys the hashes of the codes that people read, from pictures and from messages. */
  codeKey: Uint8Array
  /** Whether signing in by password takes a picture code. */
  pictures: boolean
  needs: SignInNeeds
}

/** Signing in and out, and who a token speaks for. */
export class Auth {
  readonly people: People
  /** Proves to a signed-in person's account that a contact is theirs. */
  readonly contacts: ContactCodes
  readonly #house: House

  constructor({ db, tokenKey, codeKey, pictures, needs }: AuthOptions) {
    const tokens = new AccessTokens(tokenKey)
    this.people = new People(db, tokens)
    this.#house = {
      ...{ db, tokens, needs, people: this.people },
      captchas: pictures ? new Captchas(db, codeKey) : null,
      codes: new OneTimeCodes(db, codeKey),
      entrance: new Entrance({ db, tokens, needs }),
    }
    this.contacts = new ContactCodes(this.#house)
  }

  readonly routes = async (app: FastifyInstance): Promise<void> => {
    accountRoutes(app, this.#house)
    codeRoutes(app, this.#house)
    registrationRoutes(app, this.#house)
    screenRoutes(app, this.#house)
    sessionRoutes(app, this.#house)
  }

  /** Removes what is good for minutes and has expired. */
  async tidy(): Promise<void> {
    const { db, captchas, codes } = this.#house
    await Promise.all([
      captchas?.tidy(),
      codes.tidy(),
      forgetOldAttempts(db),
      forgetOldAddresses(db),
      forgetOldScreens(db),
    ])
  }
}

/** By account and password; what keeps a sign-in going, and what ends it. */
function accountRoutes(app: FastifyInstance, { db, tokens, people, captchas, entrance, needs }: House): void {
  serve(app, captcha, async () =>
    captchas ? { required: true, ...(await captchas.draw()) } : { required: false, id: '', image: '' },
  )
  serve(app, login, async ({ username, password, remember = false, ...picture }, context) => {
    await captchas?.check(picture.captcha_id, picture.code)
    const { address } = context
    return entrance.enter({ way: 'password', typed: username, remember }, context, () =>
      checkCredentials(db, { username, password, address }),
    )
  })
  serve(app, refresh, async ({ refresh_token: token, attempt }, { address, agent }) => {
    const { idle_minutes } = await needs.rules()
    const granted = await renewSession(db, { token, attempt }, { idle_minutes, address, agent })
    if (!granted) people.forget()
    const person = granted && (await findPerson(db, granted))
    if (!granted || !person) throw new Refusal(401, 'session_expired')
    return {
      access_token: await tokens.sign(granted),
      refresh_token: granted.token,
      expires_in: ACCESS_SECONDS,
    }
  })
  serve(app, logout, async (_, context) => {
    await endFamily(db, context.person.session)
    people.forget()
    await entrance.note('sign_out', context.person, context)
    return null
  })
}
