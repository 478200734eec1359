import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { filled } from './inputs.ts'

/**
 * Work that a browser does while a person types: find the counter, from 0 on, for which SHA-256 of salt, nonce and counter (four
 * bytes, big-endian) begins with `keyPrefix`. All in hexadecimal digits.
 */
const workToDo = z.object({
  algorithm: z.literal('SHA-256'),
  cost: z.literal(1),
  keyLength: z.literal(32),
  nonce: z.string(),
  salt: z.string(),
  keyPrefix: z.string(),
  keySignature: z.string(),
  signature: z.string(),
})
export type WorkToDo = z.output<typeof workToDo>

/** The counter that was found, and the hash that it gives. */
const workDone = z.object({
  counter: z.int().check(z.minimum(0), z.maximum(0xffffffff)),
  key: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type WorkDone = z.output<typeof workDone>

/**
 * A picture code: one use, two minutes. `image` is a JPEG's data address, `work` what the browser has to do besides; off when the
 * setting CAPTCHA is off.
 */
export const captcha = endpoint({
  method: 'GET',
  path: '/pub/captcha',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ required: z.boolean(), id: z.string(), image: z.string(), work: z.optional(workToDo) }),
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
  /** A role asks for a second step that is not set up yet: until it is, nothing else can be called. */
  must_enrol: z.boolean(),
})
export type SignedIn = z.output<typeof signedIn>

/** What goes with a picture: its id, what the person read, and the work that was done. */
export const pictureRead = {
  captcha_id: z.optional(z.string()),
  code: z.optional(z.string()),
  work: z.optional(workDone),
}

/** A password as it is told to be checked: whatever the rule for new ones is. */
export const givenPassword = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'too_long' }))

/** Stay signed in for 24 hours; otherwise the session ends when it was not used for a while. */
export const remembering = z.optional(z.boolean())

/** Like every way in, refused with 401 and `data.second_step` where the account has a second step: see `second-step.ts`. */
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
  enrolling: true,
  reaches: 'nothing',
  body: z.object({}),
  data: z.null(),
})
