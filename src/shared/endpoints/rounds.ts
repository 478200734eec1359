import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

/** To say that one looked at a pile on a round. */
export const LOOKS_AT = 'pile.look'

/** Says that one looked at a pile. The latest holds, whenever it comes. */
export const lookAtPile = endpoint({
  method: 'POST',
  path: '/system/device/looked',
  permission: LOOKS_AT,
  reaches: { pile: 'id' },
  body: z.object({ id: identity, said_at: z.optional(z.iso.datetime({ offset: true, error: 'not_a_time' })) }),
  data: z.object({ looked_at: z.string(), looked_by: z.string() }),
  repeatable: true,
  says: 'saved',
})
