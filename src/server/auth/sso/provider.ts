import * as oidc from 'openid-client'
import { Refusal } from '../../kit/refusal.ts'
import type { SsoSettings } from './settings.ts'

/** What a provider says of someone. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string }

/** What binds an answer of the provider to the question: kept until it comes back. */
export interface Question {
  state: string
  nonce: string
  verifier: string
}

/** Providers change their keys and addresses rarely; new keys are fetched when a signature asks for them. */
const KNOWN_FOR_MS = 3_600_000
const PATIENCE_SECONDS = 8

/** The log of what a provider does wrong; people are told only that it did not work. */
export interface SsoLog {
  warn(facts: object, message: string): void
}

/**
 * Speaks OpenID Connect to the one provider of the settings: authorization code with PKCE (RFC 7636), state and nonce. What it
 * knows of the provider is derived: each node asks for itself.
 */
export class Provider {
  readonly #settings: SsoSettings
  readonly #log: SsoLog
  #known: { config: Promise<oidc.Configuration>; until: number } | null = null

  constructor(settings: SsoSettings, log: SsoLog) {
    this.#settings = settings
    this.#log = log
  }

  /** Where the browser is sent, and what the answer is held against. 503 when the provider cannot be reached. */
  async ask(): Promise<Question & { url: string }> {
    const config = await this.#config()
    const question = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
    const { redirect_uri, scopes: scope } = this.#settings
    const url = oidc.buildAuthorizationUrl(config, {
      ...{ redirect_uri, scope, state: question.state, nonce: question.nonce },
      code_challenge: await oidc.calculatePKCECodeChallenge(question.verifier),
      code_challenge_method: 'S256',
    })
    return { ...question, url: url.href }
  }

  /**
   * Trades the code of an answer (`search`: the query that the browser came back with) for what the provider says of the person.
   * 403 when the answer is not to this question, is forged, too old or a refusal.
   */
  async answer(search: string, { state, nonce, verifier }: Question): Promise<Claims> {
    const config = await this.#config()
    const address = new URL(this.#settings.redirect_uri)
    address.search = search
    try {
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
        idTokenExpected: true,
      })
      const claims = tokens.claims() as Claims
      return { ...(await this.#more(config, tokens.access_token, claims.sub)), ...claims }
    } catch (error) {
      this.#log.warn({ err: error }, 'an answer of the single sign-on was refused')
      throw new Refusal(403, 'refusals:sso_failed')
    }
  }

  /** Many providers tell groups and addresses there alone. */
  async #more(config: oidc.Configuration, token: string, subject: string): Promise<oidc.UserInfoResponse | object> {
    return config.serverMetadata().userinfo_endpoint ? oidc.fetchUserInfo(config, token, subject) : {}
  }

  async #config(): Promise<oidc.Configuration> {
    if (!this.#known || this.#known.until < Date.now())
      this.#known = { config: this.#discover(), until: Date.now() + KNOWN_FOR_MS }
    try {
      return await this.#known.config
    } catch (error) {
      this.#known = null
      this.#log.warn(
        { err: error, issuer: this.#settings.issuer },
        'the provider of the single sign-on is out of reach',
      )
      throw new Refusal(503, 'refusals:sso_unreachable', { figures: { name: this.#settings.name } })
    }
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, client } = this.#settings
    // Without TLS only where the operator wrote so: a provider on the same machine or network.
    const execute = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []
    const secret = client.secret ?? undefined
    const found = await oidc.discovery(new URL(issuer), client.id, secret, undefined, {
      execute,
      timeout: PATIENCE_SECONDS,
    })
    const metadata = found.serverMetadata()
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const config = new oidc.Configuration(metadata, client.id, secret, authOf(client.secret, methods))
    config.timeout = PATIENCE_SECONDS
    for (const allow of execute) allow(config)
    // The token comes by the provider's own line; its signature holds where that line has no TLS, and behind a proxy of it.
    oidc.enableNonRepudiationChecks(config)
    return config
  }
}

function authOf(secret: string | null, methods: readonly string[]): oidc.ClientAuth {
  if (secret === null) return oidc.None()
  return methods.includes('client_secret_basic') ? oidc.ClientSecretBasic(secret) : oidc.ClientSecretPost(secret)
}
