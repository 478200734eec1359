import type { Kysely } from 'kysely'
import { isStrong, type Proof } from '../../shared/domain/sign-in-proofs.ts'
import type { SignedIn } from '../../shared/endpoints/auth.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import { mayEverything, type Person } from '../kit/person.ts'
import { Refusal } from '../kit/refusal.ts'
import type { AccessTokens } from './access-token.ts'
import { hasSecondStep, openStep } from './factors/second-steps.ts'
import { findUsers } from './find-people.ts'
import { findPerson } from './people.ts'
import type { AuthPorts, SignInAttempt, SignInWay } from './ports.ts'
import { openSession } from './sessions.ts'

/** A user who showed who they are, and by what (RFC 8176). Only what is `isStrong` opens an account that has a second step. */
export interface Known {
  id: number
  user_name: string
  /** How often their sign-ins had been ended when they were looked up: what ends them meanwhile ends this one. */
  sign_ins_ended: number
  amr: readonly Proof[]
  /** The person showed it just now, so that nothing asks again for some minutes; a telephone that is signed in does not. */
  fresh: boolean
}

interface Entering {
  way: SignInWay
  /** What was typed; empty where nothing is. */
  typed: string
  remember: boolean
}

interface Parts {
  db: Kysely<Database>
  tokens: AccessTokens
  ports: Pick<AuthPorts, 'tried' | 'rules'>
  /** Only who may do everything gets in without the provider of single sign-on: for the day it is down. */
  ssoAlone: boolean
}

/**
 * The one place that grants tokens: whichever way a person shows who they are, here they get them, or are sent on to their second
 * step; and the try is written down.
 */
export class TokenGranter {
  readonly #db: Kysely<Database>
  readonly #tokens: AccessTokens
  readonly #ports: Parts['ports']
  readonly #ssoAlone: boolean

  constructor({ db, tokens, ports, ssoAlone }: Parts) {
    this.#ssoAlone = ssoAlone
    this.#db = db
    this.#tokens = tokens
    this.#ports = ports
  }

  /**
   * `prove` finds who it is and by what, or refuses. 401 with `data.second_step` when that is not enough for this account: no
   * session is opened then.
   */
  async enter(entering: Entering, context: Context, prove: () => Promise<Known>): Promise<SignedIn> {
    const { address, agent } = context
    const { way, typed } = entering
    let known: Known | null = null
    const note = (outcome: SignInAttempt['outcome']) =>
      this.#ports.tried(this.#db, {
        ...{ way, outcome, address, agent },
        user_name: known?.user_name ?? typed,
        user_id: known?.id ?? null,
      })
    try {
      known = await prove()
      await this.#refuseLocal(known, entering)
      await this.#askForMore(known, entering)
      const answer = await this.#open(known, entering, context)
      await note('signed_in')
      return answer
    } catch (error) {
      if (error instanceof Refusal) await note(reasonOf(error))
      throw error
    }
  }

  /** A telephone that is signed in came by the provider itself. */
  async #refuseLocal({ id }: Known, { way }: Entering): Promise<void> {
    if (!this.#ssoAlone || way === 'sso' || way === 'screen') return
    const [user] = await findUsers(this.#db, [id])
    if (!user || !mayEverything(user)) throw new Refusal(403, 'refusals:sso_only')
  }

  /** Refuses anyone who showed one thing and has a second step, with the ticket for that. */
  async #askForMore({ id: user_id, amr, sign_ins_ended }: Known, { way, remember }: Entering): Promise<void> {
    if (isStrong(amr) || !(await hasSecondStep(this.#db, user_id))) return
    const second_step = await openStep(this.#db, { user_id, way, remember, amr, sign_ins_ended })
    throw new Refusal(401, 'second_step', { data: { second_step } })
  }

  async #open({ id, amr, fresh, sign_ins_ended }: Known, { remember }: Entering, context: Context): Promise<SignedIn> {
    const { address, agent } = context
    const { idle_minutes, session_hours } = await this.#ports.rules()
    const opening = {
      ...{ user_id: id, remember, amr, fresh, sign_ins_ended },
      ...{ idle_minutes, session_hours, address, agent },
    }
    const granted = await openSession(this.#db, opening)
    const person = await findPerson(this.#db, granted)
    if (!person) throw new Refusal(403, 'user_disabled')
    await this.note('sign_in', person, context, { amr })
    const { user_name, name, dashboard, roles, permissions } = person
    return {
      ...(await this.#tokens.sign(granted)),
      refresh_token: granted.token,
      userInfo: { userId: id, userName: user_name, name, dashboard, role: [...roles] },
      permissions: [...permissions],
      must_enrol: person.must_enrol ?? false,
    }
  }

  /** Writes down what a person did with their account. */
  note(
    action: string,
    person: Pick<Person, 'id' | 'user_name'>,
    context: Context,
    after: Readonly<Record<string, unknown>> | null = null,
  ): Promise<void> {
    const entry = { action, entity: 'user', entity_id: person.id, before: null, after }
    return audit(this.#db, { ...context, person: { ...context.person, ...person } }, entry)
  }
}

/** What was wrong with a field says more than that one was. */
const reasonOf = ({ key, fields }: Refusal): string =>
  key === 'invalid_input' ? (Object.values(fields)[0]?.key ?? key) : key
