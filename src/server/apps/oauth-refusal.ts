/** The standard's own words (RFC 6749, 5.2), in English: programs read them. */
const WORDS = {
  invalid_request: 'The request must be a form with grant_type=client_credentials, each parameter once.',
  invalid_client: 'Unknown client, wrong secret, or the client is disabled or expired.',
  unsupported_grant_type: 'Only client_credentials is supported.',
  invalid_scope: 'The client has not all of these permissions.',
  temporarily_unavailable: 'Too many requests; try again later.',
} as const
type Code = keyof typeof WORDS

/** Why no token was given. */
export class OAuthRefusal extends Error {
  readonly error: Code

  constructor(error: Code) {
    super(error)
    this.error = error
  }

  /** 401 for a client that is not known; 400 for all else. */
  get status(): number {
    return this.error === 'invalid_client' ? 401 : this.error === 'temporarily_unavailable' ? 429 : 400
  }

  get answer() {
    return { error: this.error, error_description: WORDS[this.error] }
  }
}
