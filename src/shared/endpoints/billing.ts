import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { frozenRule } from './orders.ts'

const id = z.coerce.number({ error: 'required' }).check(z.int(), z.gte(1, { error: 'required' }))

/** Sets a strategy's rules; refused with the hours that are missing or double. Form-urlencoded or JSON. */
export const allotRules = endpoint({
  method: 'POST',
  path: '/system/strategy/allot',
  permission: 'strategy.update',
  body: z.object({
    id,
    rule_ids: z.pipe(
      z.transform((given) =>
        Array.isArray(given)
          ? given
          : String(given ?? '')
              .split(',')
              .filter(Boolean),
      ),
      z.array(id).check(z.maxLength(200, { error: 'too_many' })),
    ),
  }),
  data: z.null(),
  changes: 'strategy',
})

/** A strategy with its rules and the sites that use it. */
export const strategyView = endpoint({
  method: 'POST',
  path: '/system/strategy/view',
  permission: 'strategy.list',
  body: z.object({ id }),
  data: z.object({
    strategy: z.object({
      id: z.int(),
      name: z.string(),
      status: z.string(),
      rule_ids: z.array(z.int()),
      version: z.int(),
    }),
    rules: z.array(frozenRule),
    sites: z.array(z.object({ id: z.int(), title: z.string() })),
  }),
})
