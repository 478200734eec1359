import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { filled } from './inputs.ts'

const upTo = (max: number) => z.string().check(z.maxLength(max, { error: 'too_long' }))

/** The console tells what no code of its own has caught. Refused (429) from anyone who tells of too much. */
export const reportError = endpoint({
  method: 'POST',
  path: '/system/log/error/report',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ message: filled(500), stack: z.optional(upTo(8_000)), page: upTo(200) }),
  data: z.null(),
})
