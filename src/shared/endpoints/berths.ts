import * as z from 'zod/mini'
import { berthStates } from '../domain/berth-state.ts'
import { berth } from '../entities/berth.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith } from '../kit/schema.ts'
import { identity, titled } from './inputs.ts'

/** A berth in lists and by itself: beside its fields its state now, and what the specification calls it. */
export const berthRow = rowWith(berth, {
  site: titled,
  pile: z.nullable(titled),
  state: z.enum(berthStates),
  is_use: z.boolean(),
  park_lot_id: z.int(),
  park_space_sn: z.string(),
  space_status: z.string(),
  parkLot: z.object({ id: z.int(), park_name: z.string() }),
  parkDevice: z.nullable(z.object({ park_lot_id: z.int(), park_space_id: z.int(), device_id: z.int() })),
  device: z.nullable(z.object({ id: z.int(), imei: z.nullable(z.string()) })),
})

const spot = z.object({
  id: z.int(),
  serial: z.string(),
  state: z.enum(berthStates),
  pile: z.nullable(titled),
  connector_number: z.nullable(z.int()),
  /** A pile keeps its gun for someone until then. */
  reserved_until: z.nullable(z.string()),
  /** It keeps one of its guns, whichever is free then. */
  one_reserved_until: z.nullable(z.string()),
})
/** A berth on its site's plan. */
export type Spot = z.output<typeof spot>

/** Every berth of a site as it is now, by serial as people count: A-2 before A-10. */
export const berthPlan = endpoint({
  method: 'POST',
  path: '/park-space/plan',
  permission: 'berth.list',
  reaches: { site: 'site_id' },
  body: z.object({ site_id: identity }),
  data: z.array(spot),
})

/** As many berths as a row of a site may get at once. */
export const MOST_BERTHS = 500

/** Numbers a site's berths: `A-`, from 1, 40 of them, two digits. Those that are there already stay as they are. */
export const numberBerths = endpoint({
  method: 'POST',
  path: '/park-space/number',
  permission: 'berth.create',
  reaches: { site: 'site_id' },
  body: z.object({
    site_id: identity,
    prefix: z.string({ error: 'invalid' }).check(z.trim(), z.maxLength(20, { error: 'too_long' })),
    from: z
      .int({ error: 'whole_number' })
      .check(z.gte(0, { error: 'out_of_range' }), z.lte(99_999, { error: 'out_of_range' })),
    count: z
      .int({ error: 'whole_number' })
      .check(z.gte(1, { error: 'out_of_range' }), z.lte(MOST_BERTHS, { error: 'out_of_range' })),
  }),
  data: z.object({ made: z.int(), kept: z.int() }),
  repeatable: true,
  says: 'saved',
})
