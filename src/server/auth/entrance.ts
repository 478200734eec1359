import type { Kysely } from 'kysely'
import type { SignedIn } from '../../shared/endpoints/auth.ts'
import { audit } from '../kit/audit.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'
import type { Person } from '../kit/person.ts'
import { Refusal } from '../kit/refusal.ts'
import { ACCESS_SECONDS, type AccessTokens } from './access-token.ts'
import type { SignInNeeds, SignInTry } from './needs.ts'
import { findPerson } from './people.ts'
import { openSession } from './sessions.ts'

/** A user who showed who they are. */
export interface Known {
  id: number
  user_name: string
}

interface Entering {
  way: SignInTry['way']
  /** What was typed; empty where nothing is. */
  typed: string
  remember: boolean
}

interface Parts {
  db: Kysely<Database>
  tokens: AccessTokens
  needs: Pick<SignInNeeds, 'tried' | 'rules'>
}

/** The one door: whichever way a person shows who they are, here they get their tokens, and the try is written down. */
export class Entrance {
  readonly #db: Kysely<Database>
  readonly #tokens: AccessTokens
  readonly #needs: Parts['needs']

  constructor({ db, tokens, needs }: Parts) {
    this.#db = db
    this.#tokens = tokens
    this.#needs = needs
  }

  /** `prove` finds who it is, or refuses. */
  async enter(entering: Entering, context: Context, prove: () => Promise<Known>): Promise<SignedIn> {
    const { address, agent } = context
    const { way, typed } = entering
    let known: Known | null = null
    const note = (outcome: string) =>
      this.#needs.tried(this.#db, {
        ...{ way, outcome, address, agent },
        user_name: known?.user_name ?? typed,
        user_id: known?.id ?? null,
      })
    try {
      known = await prove()
      const answer = await this.#open(known, entering, context)
      await note('signed_in')
      return answer
    } catch (error) {
      if (error instanceof Refusal) await note(error.key)
      throw error
    }
  }

  async #open({ id }: Known, { remember }: Entering, context: Context): Promise<SignedIn> {
    const { address, agent } = context
    const { idle_minutes } = await this.#needs.rules()
    const granted = await openSession(this.#db, { user_id: id, remember, idle_minutes, address, agent })
    const person = await findPerson(this.#db, granted)
    if (!person) throw new Refusal(403, 'user_disabled')
    await this.note('sign_in', person, context)
    const { user_name, name, dashboard, roles, permissions } = person
    return {
      token: await this.#tokens.sign(granted),
      refresh_token: granted.token,
      expires_in: ACCESS_SECONDS,
      userInfo: { userId: id, userName: user_name, name, dashboard, role: [...roles] },
      permissions: [...permissions],
    }
  }

  /** Writes down what a person did with their account. */
  note(action: string, person: Pick<Person, 'id' | 'user_name'>, context: Context): Promise<void> {
    const entry = { action, entity: 'user', entity_id: person.id, before: null, after: null }
    return audit(this.#db, { ...context, person: { ...context.person, ...person } }, entry)
  }
}
