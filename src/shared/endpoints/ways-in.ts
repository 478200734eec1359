import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/* What the sign-in page asks before anybody signs in. */

/** What the console calls itself, for anyone who is not signed in yet as well. */
export const product = endpoint({
  method: 'GET',
  path: '/pub/product',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ name: z.string() }),
})

/** Whether one may register, and the platform agreement in the caller's language, as HTML that was made safe. */
export const registration = endpoint({
  method: 'GET',
  path: '/pub/registration',
  permission: 'public',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ open: z.boolean(), agreement: z.string() }),
})

/** Where passkeys work: on pages of this domain over TLS, or on localhost. Null: nowhere here, for this reason. */
export const passkeyPlace = z.object({
  rp_id: z.nullable(z.string()),
  why_not: z.nullable(z.enum(['no_public_url', 'no_tls', 'address'])),
})

/** Whether one may sign in by a passkey here; asked before its button is shown. */
export const passkeysHere = endpoint({
  method: 'GET',
  permission: 'public',
  reaches: 'nothing',
  path: '/pub/passkey',
  body: z.object({}),
  data: passkeyPlace,
})
