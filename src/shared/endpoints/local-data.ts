import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** The key, 256 bits in base64, under which a person's devices encrypt what they keep; null when they are not to. */
export const localKey = endpoint({
  method: 'GET',
  path: '/system/user/local_key',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ key: z.nullable(z.string()) }),
})
