import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { givenPassword } from './auth.ts'
import { browserWords, place } from './screen-sign-in.ts'
import { alike, twice } from './sign-in-codes.ts'

const session = z.object({
  id: z.string(),
  ...browserWords.shape,
  address: z.nullable(z.string()),
  place,
  since: z.string(),
  /** When it last renewed its token: to within a quarter of an hour. */
  last_used: z.string(),
  expires_at: z.string(),
  remember: z.boolean(),
  /** By what it was shown whose it is (`src/shared/domain/sign-in-proofs.ts`). */
  amr: z.array(z.string()),
  /** The one that asks. */
  own: z.boolean(),
})
export type OwnSession = z.output<typeof session>

/** Where the person who asks is signed in, the last used first. */
export const ownSessions = endpoint({
  method: 'GET',
  path: '/system/user/sessions',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ sessions: z.array(session) }),
})

/** Ends one of one's own sign-ins; ended already is as good. Another than the one that asks takes a fresh proof (403, `data.proof`). */
export const endOwnSession = endpoint({
  method: 'POST',
  path: '/system/user/sessions/end',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ id: z.uuid({ error: 'required' }) }),
  data: z.null(),
  says: 'session_ended',
})

/** Ends every sign-in of the person but the one that asks; says how many that were. Takes a fresh proof (403, `data.proof`). */
export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/system/user/sessions/end_others',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ ended: z.int() }),
  says: 'sessions_ended',
})

/** Changes one's own password; the other sign-ins end. */
export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/system/user/password',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ old_password: givenPassword, ...twice }).check(alike),
  data: z.null(),
  says: 'password_changed',
})
