import * as z from 'zod/mini'
import { berthStates } from '../domain/berth-state.ts'
import { berth } from '../entities/berth.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema, rowWith } from '../kit/schema.ts'
import { identity, titled, written } from './inputs.ts'

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
  /** What staff say of it. */
  status: z.enum(berth.fields.status.choices),
  remark: z.nullable(z.string()),
  longitude: z.nullable(z.number()),
  latitude: z.nullable(z.number()),
  /** The car that stands there: as the running order says, else as staff typed. Null as well for anyone who may see neither. */
  plate: z.nullable(
    z.object({
      plate: z.string(),
      since: z.string(),
      /** Who typed it; null where the order says it. */
      by: z.nullable(z.string()),
    }),
  ),
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

/** To see and to type which car stands at a berth: personal data, of which a role may be without. */
export const PLATES = 'berth.plate'

/** When the person said it, for what was said without a network: by the caller's clock, of which the header Client-Time tells. */
const saidAt = z.optional(z.iso.datetime({ offset: true, error: 'not_a_time' }))

/** A longer one is none: of the plates of all countries the longest has 12 characters with its spaces. */
export const LONGEST_PLATE = 16

/**
 * Says which car stands at a berth, or that none does (null). What was said last holds, whenever it comes. It is in no log of changes: it
 * is forgotten after the hours of the settings (`plate_hours`), and everywhere.
 */
export const notePlate = endpoint({
  method: 'POST',
  path: '/park-space/plate',
  permission: PLATES,
  reaches: { berth: 'id' },
  body: z.object({
    id: identity,
    plate: z.pipe(
      written(LONGEST_PLATE),
      z.transform((plate) => plate?.toUpperCase() ?? null),
    ),
    said_at: saidAt,
  }),
  data: z.object({ taken: z.boolean() }),
  repeatable: true,
  says: 'saved',
})

/**
 * Says of a berth whether it is open, and what there is to know of it. Answers 409 with the berth as it is when it was changed after that
 * was said.
 */
export const sayOfBerth = endpoint({
  method: 'POST',
  path: '/park-space/say',
  permission: 'berth.update',
  reaches: { berth: 'id' },
  body: z.object({
    id: identity,
    status: z.enum(berth.fields.status.choices, { error: 'not_a_choice' }),
    remark: written(500),
    said_at: saidAt,
  }),
  data: z.object({ berth: rowSchema(berth), taken: z.boolean() }),
  repeatable: true,
  changes: 'berth',
  says: 'saved',
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
