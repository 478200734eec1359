import * as z from 'zod/mini'
import { payment } from '../entities/payment.ts'
import { endpoint } from '../kit/endpoint.ts'
import { cents } from '../kit/fields.ts'
import { filled, gunNumber, identity, written } from './inputs.ts'
import { frozenRule, orderLine } from './orders.ts'

/** True: the person has read what is odd about it and means it. */
const confirmed = z.optional(z.boolean({ error: 'required' }))

/** ¥ 1,000,000: no order is worth more. */
export const MOST_ORDER_CENTS = 100_000_000
/** How the bounds of an amount for an order are said: in yuan. */
export const orderMoneyFields = { amount_cents: cents({ min: 1, most: MOST_ORDER_CENTS }) }

/** Takes down money that came for an unpaid order by another way than the balance: all that is open, or a part. */
export const collectOrder = endpoint({
  method: 'POST',
  path: '/system/order/collect',
  permission: 'order.collect',
  reaches: { order: 'id' },
  body: z.object({
    id: identity,
    way: z.enum(payment.fields.way.choices, { error: 'not_a_choice' }),
    amount_cents: z
      .int({ error: 'whole_number' })
      .check(z.gte(1, { error: 'out_of_range' }), z.lte(MOST_ORDER_CENTS, { error: 'out_of_range' })),
    reference: filled(64),
    remark: written(500),
    confirmed,
  }),
  data: z.object({ status: z.string(), shortfall_cents: z.int() }),
  repeatable: true,
  changes: 'order',
})

/** Bills the open amount of an order whose payment timed out anew, as an order of its own; `customer_id` null: nobody is known to pay. */
export const supplementOrder = endpoint({
  method: 'POST',
  path: '/system/order/supplement',
  permission: 'order.supplement',
  reaches: { order: 'origin_id', customer: 'customer_id' },
  body: z.object({ origin_id: identity, customer_id: z.nullable(identity), remark: filled(500) }),
  data: z.object({ id: z.int(), number: z.string(), status: z.string() }),
  repeatable: true,
  changes: 'order',
})

const moment = z.iso.datetime({ offset: true, error: 'not_a_time' })
const wattHours = (most: number) =>
  z.int({ error: 'whole_number' }).check(z.gte(0, { error: 'out_of_range' }), z.lte(most, { error: 'out_of_range' }))
const meter = z.optional(z.nullable(wattHours(1_000_000_000_000)))

/** A session that no pile reported. Its energy is given, or follows from the meter's two figures; all in Wh. */
const session = {
  pile_id: identity,
  connector_number: gunNumber(1),
  started_at: moment,
  ended_at: moment,
  energy_wh: z.optional(z.nullable(wattHours(10_000_000))),
  meter_start_wh: meter,
  meter_stop_wh: meter,
}

/** What such a session costs at the prices that held then. */
export const priceOrder = endpoint({
  method: 'POST',
  path: '/system/order/price',
  permission: 'order.create',
  reaches: { pile: 'pile_id' },
  body: z.object(session),
  data: z.object({
    time_zone: z.string(),
    rules: z.array(frozenRule),
    lines: z.array(orderLine),
    energy_wh: z.int(),
    electricity_cents: z.int(),
    service_cents: z.int(),
    total_cents: z.int(),
  }),
})

/** Enters it as an order, priced the same, and takes its total from the customer's balance as far as that reaches. */
export const createOrder = endpoint({
  method: 'POST',
  path: '/system/order/create',
  permission: 'order.create',
  reaches: { pile: 'pile_id', customer: 'customer_id' },
  body: z.object({
    ...session,
    customer_id: z.optional(z.nullable(identity)),
    plate: written(20),
    remark: filled(500),
    confirmed,
  }),
  data: z.object({ id: z.int(), number: z.string(), status: z.string() }),
  repeatable: true,
  changes: 'order',
  says: 'saved',
})
