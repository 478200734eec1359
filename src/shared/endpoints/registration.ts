import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { filled } from './inputs.ts'
import { alike, sentCode, twice } from './sign-in-codes.ts'

const ACCOUNT = /^[\p{L}\p{Nd}][\p{L}\p{Nd}._-]*$/u

/** Makes an account that an administrator has yet to approve. `contact` is the number or mail address that the code went to. */
export const register = endpoint({
  method: 'POST',
  path: '/pub/register',
  permission: 'public',
  reaches: 'nothing',
  body: z
    .object({
      agreed: z.literal(true, { error: 'must_agree' }),
      name: filled(60),
      user_name: z
        .string({ error: 'required' })
        .check(
          z.trim(),
          z.minLength(1, { error: 'required' }),
          z.minLength(3, { error: 'too_short' }),
          z.maxLength(60, { error: 'too_long' }),
          z.regex(ACCOUNT, { error: 'not_an_account' }),
        ),
      contact: filled(120),
      sent_code: sentCode,
      ...twice,
    })
    .check(alike),
  data: z.object({ user_name: z.string() }),
  says: 'registered',
})
