import * as z from 'zod/mini'
import { customer, SEES_BALANCES } from '../entities/customer.ts'
import { endpoint } from '../kit/endpoint.ts'
import { permissionOf } from '../kit/entity.ts'
import { titled } from './inputs.ts'

/** As many as a widget shows at once; the list has all of them. */
export const MOST_SHOWN = 20

/** Piles in service that are away, the longest first; one that never came is being installed. */
export const offlinePiles = endpoint({
  method: 'POST',
  path: '/system/index/offline-piles',
  lags: true,
  permission: 'pile.list',
  reaches: 'itself',
  body: z.object({}),
  data: z.object({
    total: z.int(),
    /** There are more than `total`. */
    more: z.boolean(),
    rows: z.array(z.object({ id: z.int(), station_number: z.string(), site: z.nullable(titled), since: z.string() })),
  }),
})
export type OfflinePiles = z.output<(typeof offlinePiles)['data']>

/** What sessions drew a week ago at this time; null where there was no pile yet. */
export const powerBefore = endpoint({
  method: 'POST',
  path: '/system/index/power-before',
  lags: true,
  permission: 'dashboard.view',
  reaches: 'itself',
  body: z.object({}),
  data: z.object({ power_w: z.nullable(z.int()) }),
})
export type PowerBefore = z.output<(typeof powerBefore)['data']>

/** What prepaid customers have with the operator; told to who may see balances, which is more than to list customers. */
export const prepaidBalances = endpoint({
  method: 'POST',
  path: '/system/index/prepaid-balances',
  lags: true,
  permission: SEES_BALANCES,
  reaches: 'itself',
  body: z.object({
    /** A customer whose balance moved within 30 days and is less than this is about to run dry. */
    low_cents: z._default(
      z
        .int({ error: 'whole_number' })
        .check(z.gte(0, { error: 'out_of_range' }), z.lte(100_000_000, { error: 'out_of_range' })),
      2_000,
    ),
  }),
  data: z.object({
    customers: z.int(),
    held_cents: z.int(),
    owed_cents: z.int(),
    owing: z.int(),
    low: z.int(),
    /** Those who owe or are about to run dry, the least first. */
    rows: z.array(z.object({ id: z.int(), title: z.string(), balance_cents: z.int() })),
  }),
})
export type PrepaidBalances = z.output<(typeof prepaidBalances)['data']>

/** Whom it shows must be listed as well. */
export const SEES_PREPAID = [permissionOf(customer, 'list'), SEES_BALANCES] as const
