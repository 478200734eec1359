import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { captcha, login, logout, refresh } from '../../shared/endpoints/auth.ts'
import type { Database } from '../kit/database/tables.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/serve.ts'
import { AccessTokens } from './access-token.ts'
import { forgetOldAttempts } from './attempts.ts'
import { Captchas } from './captchas.ts'
import { codeRoutes } from './code-routes.ts'
import { ContactCodes } from './contact-codes.ts'
import type { AuthDeps } from './deps.ts'
import { FactorKeys } from './factors/factor-keys.ts'
import { factorRoutes } from './factors/factor-routes.ts'
import { Passkeys } from './factors/passkeys.ts'
import { SecondFactors } from './factors/second-factors.ts'
import { forgetOldSteps } from './factors/second-steps.ts'
import { stepRoutes } from './factors/step-routes.ts'
import { forgetOldAddresses } from './known-addresses.ts'
import { OneTimeCodes } from './one-time-codes.ts'
import { findPerson, People } from './people.ts'
import type { AuthPorts } from './ports.ts'
import { registrationRoutes } from './registration-routes.ts'
import { forgetOldScreens, screenRoutes } from './screen-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { endFamily, renewSession } from './sessions.ts'
import { checkCredentials } from './sign-in.ts'
import { Provider, type SsoLog } from './sso/provider.ts'
import { forgetOldSsoAttempts, type SingleSignOn, ssoRoutes } from './sso/routes.ts'
import type { SsoSettings } from './sso/settings.ts'
import { TokenGranter } from './token-granter.ts'

export interface AuthOptions {
  db: Kysely<Database>
  /** Signs the access tokens; at least 32 bytes. */
  tokenKey: Uint8Array
  /** Keys the hashes of the codes that people read, from pictures and from messages. */
  codeKey: Uint8Array
  /** Seals what second steps are checked by. */
  factorKey: Uint8Array
  /** The address people open; null when nobody set it: then passkeys work on localhost alone. */
  publicUrl: string | null
  /** Whether signing in by password takes a picture code. */
  pictures: boolean
  ports: AuthPorts
  /** A provider of single sign-on, if the settings name one. */
  sso: { settings: SsoSettings; log: SsoLog } | null
}

/** Signing in and out, and who a token speaks for. */
export class Auth {
  readonly people: People
  /** Proves to a signed-in person's account that a contact is theirs. */
  readonly contacts: ContactCodes
  readonly #deps: AuthDeps
  readonly #sso: SingleSignOn | null

  constructor({ db, tokenKey, codeKey, factorKey, publicUrl, pictures, ports, sso }: AuthOptions) {
    const tokens = new AccessTokens(tokenKey)
    this.people = new People(db, tokens)
    const keys = new FactorKeys(factorKey)
    const passkeys = new Passkeys({ db, keys, publicUrl })
    this.#deps = {
      ...{ db, tokens, ports, people: this.people },
      captchas: pictures ? new Captchas(db, codeKey) : null,
      codes: new OneTimeCodes(db, codeKey),
      ...{ keys, passkeys, factors: new SecondFactors({ db, keys, passkeys, ports }) },
      granter: new TokenGranter({ db, tokens, ports, ssoAlone: sso?.settings.localForAll === false }),
    }
    this.contacts = new ContactCodes(this.#deps)
    this.#sso = sso && { settings: sso.settings, provider: new Provider(sso.settings, sso.log), secret: codeKey }
  }

  readonly routes = async (app: FastifyInstance): Promise<void> => {
    accountRoutes(app, this.#deps)
    codeRoutes(app, this.#deps)
    registrationRoutes(app, this.#deps)
    screenRoutes(app, this.#deps)
    sessionRoutes(app, this.#deps)
    stepRoutes(app, this.#deps)
    factorRoutes(app, this.#deps)
    ssoRoutes(app, this.#deps, this.#sso)
  }

  /** Removes what is good for minutes and has expired. */
  async tidy(): Promise<void> {
    const { db, captchas, codes } = this.#deps
    await Promise.all([
      captchas?.tidy(),
      codes.tidy(),
      forgetOldAttempts(db),
      forgetOldAddresses(db),
      forgetOldScreens(db),
      forgetOldSteps(db),
      forgetOldSsoAttempts(db),
    ])
  }
}

/** By account and password; what keeps a sign-in going, and what ends it. */
function accountRoutes(app: FastifyInstance, { db, tokens, people, captchas, granter, ports }: AuthDeps): void {
  serve(app, captcha, async () =>
    captchas ? { required: true, ...(await captchas.draw()) } : { required: false, id: '', image: '' },
  )
  serve(app, login, async ({ username, password, remember = false, ...picture }, context) => {
    await captchas?.check(picture)
    const { address } = context
    return granter.enter({ way: 'password', typed: username, remember }, context, () =>
      checkCredentials(db, { username, password, address }),
    )
  })
  serve(app, refresh, async ({ refresh_token: token, attempt }, { address, agent }) => {
    const { idle_minutes, session_hours } = await ports.rules()
    const granted = await renewSession(db, { token, attempt }, { idle_minutes, session_hours, address, agent })
    if (!granted) people.forget()
    const person = granted && (await findPerson(db, granted))
    if (!granted || !person) throw new Refusal(401, 'session_expired')
    const { token: access_token, expires_in } = await tokens.sign(granted)
    return { access_token, refresh_token: granted.token, expires_in }
  })
  serve(app, logout, async (_, context) => {
    await endFamily(db, { family: context.person.session, user_id: context.person.id })
    people.forget()
    await granter.note('sign_out', context.person, context)
    return null
  })
}
