import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { identities } from '../kit/schema.ts'
import { identity, titled } from './inputs.ts'

export const PUSH_FIRMWARE = 'firmware.push'

/** Has piles fetch and install what a task brings: all that it is for when none are named. */
export const pushFirmware = endpoint({
  method: 'POST',
  path: '/system/firmware/push',
  permission: PUSH_FIRMWARE,
  reaches: { firmware: 'id', pile: 'pile_ids' },
  body: z.object({ id: identity, pile_ids: z.optional(identities(500)) }),
  data: z.object({ campaign_id: z.int(), piles: z.int() }),
  repeatable: true,
  changes: 'firmware',
})

/** How many piles of each type run what; null: they never said. */
export const firmwareMatrix = endpoint({
  method: 'POST',
  path: '/system/firmware/matrix',
  permission: 'firmware.list',
  reaches: 'itself',
  body: z.object({}),
  data: z.array(
    z.object({
      pile_type: z.nullable(titled),
      versions: z.array(z.object({ firmware_version: z.nullable(z.string()), piles: z.int() })),
    }),
  ),
})
