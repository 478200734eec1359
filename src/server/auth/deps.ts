import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { AccessTokens } from './access-token.ts'
import type { Captchas } from './captchas.ts'
import type { FactorKeys } from './factors/factor-keys.ts'
import type { Passkeys } from './factors/passkeys.ts'
import type { SecondFactors } from './factors/second-factors.ts'
import type { OneTimeCodes } from './one-time-codes.ts'
import type { People } from './people.ts'
import type { AuthPorts } from './ports.ts'
import type { TokenGranter } from './token-granter.ts'

/** What the routes of signing in share. */
export interface AuthDeps {
  db: Kysely<Database>
  tokens: AccessTokens
  people: People
  /** Null when signing in takes no picture codes. */
  captchas: Captchas | null
  codes: OneTimeCodes
  keys: FactorKeys
  passkeys: Passkeys
  factors: SecondFactors
  granter: TokenGranter
  ports: AuthPorts
}
