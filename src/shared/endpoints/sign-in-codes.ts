import * as z from 'zod/mini'
import { passwordSchema } from '../domain/password-schema.ts'
import { endpoint } from '../kit/endpoint.ts'
import { givenPassword, pictureRead, remembering, signedIn } from './auth.ts'
import { filled } from './inputs.ts'

/** Six digits as they were sent, or as some messages and people group them. */
export const sentCode = z.string({ error: 'required' }).check(
  z.overwrite((code) => code.replace(/[\s-]/g, '')),
  z.minLength(1, { error: 'required' }),
  z.regex(/^\d{6}$/, { error: 'wrong_sent_code' }),
)

/** A new password with its repetition; refused at `password_again` when they differ. */
export const twice = { password: passwordSchema(), password_again: givenPassword }
export const alike = z.refine<{ password: string; password_again: string }>(
  ({ password, password_again }) => password === password_again,
  { error: 'passwords_differ', path: ['password_again'] },
)

/**
 * Sends a code of six digits, good for five minutes and five tries. `to` is a mobile number to sign in with; an account, a
 * number or a mail address whose password is forgotten; a number or mail address to register with, which needs the picture's
 * code as well. The answer is the same whether anybody is behind it. 429 says how long to wait (`wait_seconds`).
 */
export const sendCode = endpoint({
  method: 'POST',
  path: '/pub/send_code',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ purpose: z.enum(['sign_in', 'reset', 'register']), to: filled(120), ...pictureRead }),
  data: z.object({ wait_seconds: z.int() }),
  says: 'code_sent',
})

/** Signs in by a mobile number and the code that was sent to it. */
export const loginByCode = endpoint({
  method: 'POST',
  path: '/system/login_by_code',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ mobile: filled(40), sent_code: sentCode, remember: remembering }),
  data: signedIn,
  says: 'signed_in',
})

/** Sets a new password by the code that was sent; ends every sign-in of the account. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/pub/reset_password',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ account: filled(120), sent_code: sentCode, ...twice }).check(alike),
  data: z.null(),
  says: 'password_changed',
})
