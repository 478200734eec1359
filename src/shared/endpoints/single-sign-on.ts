import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { remembering, signedIn } from './auth.ts'

/** How people sign in besides an account of this console: what the provider is called, null without one. */
export const ssoProvider = endpoint({
  method: 'GET',
  path: '/pub/sso',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({
    name: z.nullable(z.string()),
    /** Whether others than administrators may sign in by an account of this console. */
    local: z.boolean(),
  }),
})

/**
 * Begins a sign-in by the provider: the browser goes to `url` and keeps `secret` in its tab, which shows that anyone who comes back is
 * who left. Good for ten minutes and once. 404 without a provider, 503 when it cannot be reached.
 */
export const beginSso = endpoint({
  method: 'POST',
  path: '/pub/sso/begin',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({ remember: remembering }),
  data: z.object({ url: z.string(), secret: z.string() }),
})

/** Ends it with the query that the browser came back with (`code`, `state`, or the provider's `error`). */
export const loginBySso = endpoint({
  method: 'POST',
  path: '/system/login_by_sso',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({
    secret: z.string({ error: 'required' }).check(z.regex(/^[\w-]{43}$/, { error: 'invalid' })),
    search: z.string({ error: 'required' }).check(z.maxLength(8_000, { error: 'too_long' })),
  }),
  data: z.object({ ...signedIn.shape, remember: z.boolean() }),
  says: 'signed_in',
})
