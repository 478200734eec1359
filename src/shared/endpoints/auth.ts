import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { filled } from './inputs.ts'

/** A picture code: one use, two minutes. `image` is an SVG data address; off when the setting CAPTCHA is off. */
export const captcha = endpoint({
  method: 'GET',
  path: '/pub/captcha',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ required: z.boolean(), id: z.string(), image: z.string() }),
})

export const signedIn = z.object({
  token: z.string(),
  refresh_token: z.string(),
  /** Seconds that the token is good for. */
  expires_in: z.int(),
  userInfo: z.object({
    userId: z.int(),
    userName: z.string(),
    name: z.string(),
    dashboard: z.string(),
    role: z.array(z.string()),
  }),
  permissions: z.array(z.string()),
})
export type SignedIn = z.output<typeof signedIn>

/** What goes with a picture: its id and what the person read. */
export const pictureRead = { captcha_id: z.optional(z.string()), code: z.optional(z.string()) }

/** A password as it is told to be checked: whatever the rule for new ones is. */
export const givenPassword = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'too_long' }))

/** Stay signed in for 24 hours; otherwise the session ends when it was not used for a while. */
export const remembering = z.optional(z.boolean())

export const login = endpoint({
  method: 'POST',
  path: '/system/login',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ username: filled(60), password: givenPassword, ...pictureRead, remember: remembering }),
  data: signedIn,
  says: 'signed_in',
})

/**
 * Spends a refresh token. `attempt` is the caller's own secret name for this try: the same token with the same name is answered
 * anew however late, since the first answer may be lost; spent under another name it ends the whole sign-in.
 */
export const refresh = endpoint({
  method: 'POST',
  path: '/site/refresh',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({
    refresh_token: z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' }), z.maxLength(200)),
    attempt: z.optional(z.string().check(z.minLength(16), z.maxLength(100))),
  }),
  data: z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() }),
})

export const logout = endpoint({
  method: 'DELETE',
  path: '/system/login_out',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.null(),
})
