import * as z from 'zod/mini'
import { TARIFF_STATES } from '../domain/pile-tariff.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

/** What a pile shows and reckons by, as it took it last. Fees are cents: a kWh with its service, and an hour with the cable in. */
const heldTariff = z.object({
  id: z.string(),
  bands: z.array(z.object({ start_hour: z.int(), end_hour: z.int(), energy_fee: z.int(), occupation_fee: z.int() })),
  free_minutes: z.int(),
})

/**
 * How a pile stands to the prices of its site. waiting: it is to be told something. none: there is no tariff for it (`why`). cleared and
 * by_hand: a person decided. Null: it was never connected in a protocol that knows tariffs.
 */
export const pileTariff = endpoint({
  method: 'POST',
  path: '/system/device/tariff',
  permission: 'pile.list',
  reaches: { pile: 'id' },
  body: z.object({ id: identity }),
  data: z.nullable(
    z.object({
      state: z.enum(TARIFF_STATES),
      why: z.nullable(z.string()),
      /** The pile's own word, where it refused. */
      said: z.nullable(z.string()),
      tariff: z.nullable(heldTariff),
      given_at: z.nullable(z.string()),
      /** The strategy by which it is to charge. */
      strategy: z.nullable(z.string()),
      /** It knows its prices, and does not reckon what sessions cost. */
      shows_only: z.boolean(),
    }),
  ),
})
