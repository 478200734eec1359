import * as z from 'zod/mini'
import { site } from '../entities/site.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith } from '../kit/schema.ts'
import { identity, titled } from './inputs.ts'
import { frozenRule } from './orders.ts'

const reference = z.nullable(titled)

/** The states that a site counts its connectors by, the best first. */
export const siteStates = ['available', 'charging', 'waiting', 'reserved', 'faulted', 'offline'] as const
export type SiteState = (typeof siteStates)[number]

/** Connectors by state; a state that none has is left out. Those of a pile without a socket are offline. */
export const stateCounts = z.partialRecord(z.enum(siteStates), z.int())
export type StateCounts = z.output<typeof stateCounts>

const prices = z.object({
  now: z.nullable(titled),
  next: z.nullable(z.object({ from: z.string(), strategy: z.nullable(titled) })),
})
export type PricesNow = z.output<typeof prices>

/** A site in lists and by itself: beside its fields, what it has and what the specification calls it. */
export const siteRow = rowWith(site, {
  strategy: reference,
  /** Its deepest division with all above it: Shanghai, Pudong. */
  region: reference,
  province: reference,
  city: reference,
  area: reference,
  /** What it charges by now, whatever is to hold for good, and what begins next; `strategy` null: no price. */
  prices,
  states: stateCounts,
  /** All of it is under planned maintenance until then. */
  maintenance_until: z.nullable(z.string()),
  /** How many piles it has, and how many connectors these have. */
  park_device_number: z.int(),
  device_type_number: z.int(),
  park_name: z.string(),
  park_type: z.string(),
  park_space_num: z.int(),
  charge_rule_id: z.nullable(z.int()),
})

/** What a site's page shows beside its fields. The day is that of the site's own clock. */
export const siteToday = endpoint({
  method: 'POST',
  path: '/system/park-lot/today',
  permission: 'site.list',
  reaches: { site: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    states: stateCounts,
    piles: z.int(),
    power_w: z.int(),
    rated_power_w: z.int(),
    /** Of the sessions that ended today. */
    energy_wh: z.int(),
    /** Null for anyone who may not see orders. */
    income_cents: z.nullable(z.int()),
    services: z.int(),
    /** Those that began today. */
    orders: z.int(),
    open_alarms: z.int(),
    /** The prices that a session would get now, empty without a strategy in force. */
    rules: z.array(frozenRule),
    /** The strategy that they are of. */
    strategy: reference,
  }),
})

/** Every site in use with its connectors' states: what the map and the monitor show. */
export const sitesNow = endpoint({
  method: 'POST',
  path: '/system/park-lot/states',
  permission: 'site.list',
  reaches: 'itself',
  body: z.object({}),
  data: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      address: z.nullable(z.string()),
      region_id: z.nullable(z.int()),
      longitude: z.nullable(z.number()),
      latitude: z.nullable(z.number()),
      piles: z.int(),
      /** Of these under planned maintenance. */
      maintenance: z.int(),
      states: stateCounts,
    }),
  ),
})
export type SiteNow = z.output<(typeof sitesNow)['data']>[number]

/** Where a map's pictures come from; null tiles: the outlines that the console brings itself. */
export const mapSource = endpoint({
  method: 'GET',
  path: '/system/map/source',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({
    tiles: z.nullable(z.string()),
    attribution: z.nullable(z.string()),
    datum: z.enum(['wgs84', 'gcj02']),
  }),
})
export type MapSource = z.output<(typeof mapSource)['data']>
