import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Assertion, Attestation } from '../../../shared/endpoints/second-step.ts'
import type { Database } from '../../kit/database/tables.ts'
import { Refusal } from '../../kit/refusal.ts'
import { sha256 } from '../../kit/sha256.ts'
import type { FactorKeys } from './factor-keys.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

const CHALLENGE_MINUTES = 5
const MOST = 20

type Db = Kysely<Database>
type Passkey = Selectable<Database['passkey']>

interface Parts {
  db: Db
  keys: FactorKeys
  publicUrl: string | null
}

/** Whose answer is looked at, and what it was asked for. */
export interface Asked {
  /** What the challenge was made for: nothing else takes it. */
  bound_to: string
  /** As the request names this server. */
  origin: string
}

/** A passkey that signed; `copied` when its counter says, now for the first time, that another device has it too. */
export interface Signed {
  passkey: Pick<Passkey, 'id' | 'user_id' | 'name'>
  copied: boolean
}

/**
 * Passkeys (WebAuthn 3). Each is asked to check who holds it (a finger, a PIN) and to be found without a name, so that one passkey
 * serves as a second step and as a way in of its own.
 */
export class Passkeys {
  readonly #db: Db
  readonly #keys: FactorKeys
  readonly #publicUrl: string | null

  constructor({ db, keys, publicUrl }: Parts) {
    this.#db = db
    this.#keys = keys
    this.#publicUrl = publicUrl
  }

  /** Where they work. */
  placeOf(origin: string) {
    const party = relyingParty(this.#publicUrl, origin)
    return typeof party === 'string' ? { rp_id: null, why_not: party } : { rp_id: party.id, why_not: null }
  }

  /** What is to be signed: by one of a person's own, or by any where nobody is named yet. Answered once, within five minutes. */
  async ask({ bound_to, origin }: Asked, user_id?: number): Promise<Record<string, unknown>> {
    const { id } = this.#party(origin)
    const own = user_id === undefined ? [] : await this.#good(user_id)
    const options = await generateAuthenticationOptions({
      rpID: id,
      userVerification: 'required',
      timeout: CHALLENGE_MINUTES * 60_000,
      allowCredentials: own.map(named),
    })
    await this.#keep(options.challenge, bound_to)
    return { ...options }
  }

  /**
   * Who signed: one of `user_id`'s, or of whose it is where none is given. Refused alike (422) for all that is wrong with it;
   * 403 when it was copied before.
   * The library would judge the counter before the signature, so that anybody could have a passkey blocked: we judge it after.
   */
  async check(answer: Assertion, { bound_to, origin }: Asked, user_id?: number): Promise<Signed> {
    const party = this.#party(origin)
    const passkey = await this.#find(answer.id)
    if (!passkey || (user_id !== undefined && passkey.user_id !== user_id)) throw wrong()
    const handle = answer.response.userHandle ?? null
    if (handle === null ? user_id === undefined : handle !== passkey.user_handle) throw wrong()
    const counter = await this.#verify(answer, passkey, { party, bound_to })
    if (passkey.copied_at !== null) throw new Refusal(403, 'passkey_copied')
    return { passkey, copied: !(await this.#countUp(passkey.id, counter)) }
  }

  /** What a new passkey is made from; 422 when there are too many. */
  async askNew(
    { bound_to, origin }: Asked,
    owner: { user_id: number; user_name: string; name: string; product: string },
  ) {
    const { id } = this.#party(origin)
    const known = await this.#all(owner.user_id)
    if (known.length >= MOST) throw new Refusal(409, 'refusals:too_many_passkeys', { figures: { most: MOST } })
    const options = await generateRegistrationOptions({
      rpID: id,
      rpName: owner.product,
      userName: owner.user_name,
      userDisplayName: owner.name || owner.user_name,
      userID: Uint8Array.from(Buffer.from(this.#keys.handleOf(owner.user_id), 'base64url')),
      attestationType: 'none',
      timeout: CHALLENGE_MINUTES * 60_000,
      excludeCredentials: known.map(named),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await this.#keep(options.challenge, bound_to)
    return { ...options }
  }

  /** The columns of a new passkey, once its answer is found right; 422 when it is not. */
  async made(answer: Attestation, { bound_to, origin }: Asked, owner: { user_id: number; name: string }) {
    const party = this.#party(origin)
    const { registrationInfo: info } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: (challenge) => this.#spend(challenge, bound_to),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }).catch(() => ({ registrationInfo: undefined }))
    if (!info || isFramed(answer.response.clientDataJSON)) throw wrong()
    const { id, publicKey, counter } = info.credential
    return {
      user_id: owner.user_id,
      name: owner.name,
      credential_id: id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      user_handle: this.#keys.handleOf(owner.user_id),
      counter,
      transports: answer.response.transports ?? [],
      synced: info.credentialDeviceType === 'multiDevice',
    }
  }

  /** The site that this server is to authenticators; 409 where browsers offer none. */
  #party(origin: string): RelyingParty {
    const party = relyingParty(this.#publicUrl, origin)
    if (typeof party === 'string') throw new Refusal(409, 'refusals:passkeys_off')
    return party
  }

  async #verify(
    answer: Assertion,
    passkey: Passkey,
    asked: { party: RelyingParty; bound_to: string },
  ): Promise<number> {
    const { party, bound_to } = asked
    const checked = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => this.#spend(challenge, bound_to),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(Buffer.from(passkey.public_key, 'base64url')),
        counter: 0,
      },
    }).catch(() => null)
    if (!checked?.verified || isFramed(answer.response.clientDataJSON)) throw wrong()
    return checked.authenticationInfo.newCounter
  }

  /** False when it did not go up (WebAuthn 6.1.1), and the passkey is shut from then on. Those that do not count stay at zero. */
  async #countUp(id: number, counter: number): Promise<boolean> {
    const { rows } = await sql<{ copied: boolean }>`
      update passkey set last_used_at = case when ${fits(counter)} then now() else last_used_at end,
        copied_at = case when ${fits(counter)} then copied_at else now() end,
        counter = greatest(counter, ${counter})
      where id = ${id} returning copied_at is not null as copied`.execute(this.#db)
    return rows[0]?.copied === false
  }

  #find(credential_id: string): Promise<Passkey | undefined> {
    return this.#db.selectFrom('passkey').selectAll().where('credential_id', '=', credential_id).executeTakeFirst()
  }

  #all(user_id: number) {
    return this.#db.selectFrom('passkey').selectAll().where('user_id', '=', user_id).orderBy('id').execute()
  }

  async #good(user_id: number) {
    return (await this.#all(user_id)).filter(({ copied_at }) => copied_at === null)
  }

  async #keep(challenge: string, bound_to: string): Promise<void> {
    const expires_at = sql<string>`now() + ${CHALLENGE_MINUTES} * interval '1 minute'`
    await this.#db
      .insertInto('passkey_challenge')
      .values({ challenge_hash: sha256(challenge), bound_to, expires_at })
      .execute()
  }

  /** A challenge is good once, for what it was made for. */
  async #spend(challenge: string, bound_to: string): Promise<boolean> {
    const spent = await this.#db
      .deleteFrom('passkey_challenge')
      .where('challenge_hash', '=', sha256(challenge))
      .where('bound_to', '=', bound_to)
      .where('expires_at', '>', sql<string>`now()`)
      .returning('bound_to')
      .executeTakeFirst()
    return spent !== undefined
  }
}

const wrong = () => new Refusal(422, 'passkey_wrong')

const named = ({ credential_id, transports }: Passkey) => ({ id: credential_id, transports })

const fits = (counter: number) => sql`(counter < ${counter} or (counter = 0 and ${counter} = 0))`

/** Another site's page shows ours and had it sign: ours is shown in nobody's. */
function isFramed(clientDataJSON: string): boolean {
  const { crossOrigin, topOrigin } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  return Boolean(crossOrigin) || topOrigin !== undefined
}
