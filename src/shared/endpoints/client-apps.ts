import * as z from 'zod/mini'
import { clientApp } from '../entities/client-app.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith } from '../kit/schema.ts'
import { identity } from './inputs.ts'

/** Where a client app gets its token (RFC 6749, 4.4), below the API base. Its answers are the standard's, not the API's. */
export const TOKEN_PATH = '/oauth/token'

/** Gives a client app a new secret, which nobody can read later; tokens that were made with the last one end at once. */
export const newAppSecret = endpoint({
  method: 'POST',
  path: '/system/app/secret',
  permission: 'client_app.update',
  reaches: { client_app: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ client_id: z.string(), secret: z.string() }),
})

/** What a client app's row tells besides its fields. */
export const clientAppRow = rowWith(clientApp, {
  /** All that it may do. */
  permissions: z.array(z.string()),
  /** What it was given and may not do: anyone who made its secret may not do it, or not for all its records, any more. */
  lapsed: z.array(z.string()),
})
export interface ClientAppMore {
  permissions: string[]
  lapsed: string[]
}
