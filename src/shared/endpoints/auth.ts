import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** A picture code: one use, two minutes. `image` is an SVG data address; off when the setting CAPTCHA is off. */
export const captcha = endpoint({
  method: 'GET',
  path: '/pub/captcha',
  permission: 'public',
  body: z.object({}),
  data: z.object({ required: z.boolean(), id: z.string(), image: z.string() }),
})

const signedIn = z.object({
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

export const login = endpoint({
  method: 'POST',
  path: '/system/login',
  permission: 'public',
  body: z.object({
    username: z
      .string({ error: 'required' })
      .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(60, { error: 'too_long' })),
    password: z
      .string({ error: 'required' })
      .check(z.minLength(1, { error: 'required' }), z.maxLength(200, { error: 'too_long' })),
    captcha_id: z.optional(z.string()),
    code: z.optional(z.string()),
    /** Stay signed in for 24 hours; otherwise the session ends after an hour unused. */
    remember: z.optional(z.boolean()),
  }),
  data: signedIn,
  says: 'signed_in',
})

export const refresh = endpoint({
  method: 'POST',
  path: '/site/refresh',
  permission: 'public',
  body: z.object({ refresh_token: z.string({ error: 'required' }).check(z.minLength(1, { error: 'required' })) }),
  data: z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.int() }),
})

export const logout = endpoint({
  method: 'DELETE',
  path: '/system/login_out',
  permission: 'signed_in',
  body: z.object({}),
  data: z.null(),
})
