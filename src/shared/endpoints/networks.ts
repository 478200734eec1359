import * as z from 'zod/mini'
import { INTERFACES } from '../domain/network.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

const known = z.object({
  address: z.nullable(z.string()),
  profile: z.nullable(z.int()),
  interface: z.nullable(z.enum(INTERFACES)),
  message_seconds: z.nullable(z.int()),
  apn: z.nullable(z.string()),
})

/** By which of its slots a pile connects, what is in the others, and how it got on when it was sent to another last. */
export const pileNetwork = endpoint({
  method: 'POST',
  path: '/system/device/network',
  permission: 'certificate.list',
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    /** In which slot it connects; null: it did not tell. */
    active: z.nullable(z.int()),
    read_at: z.nullable(z.string()),
    slots: z.array(
      z.object({
        slot: z.int(),
        /** Its place in the order, from 1 on; null: it is not tried. */
        place: z.nullable(z.int()),
        connection: z.nullable(known),
      }),
    ),
    /** The last time that it was sent to a slot. */
    move: z.nullable(
      z.object({
        campaign_id: z.int(),
        slot: z.int(),
        state: z.string(),
        step: z.nullable(z.string()),
        said: z.nullable(z.string()),
        /** It is over and did not come by that slot, and yet tries it first when it starts anew. */
        stays: z.boolean(),
        at: z.string(),
      }),
    ),
    /** Where piles find this console, by their security profile; null where there is no way in. */
    addresses: z.object({ '1': z.nullable(z.string()), '2': z.nullable(z.string()), '3': z.nullable(z.string()) }),
  }),
})
