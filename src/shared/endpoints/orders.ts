import * as z from 'zod/mini'
import { COST_STATES } from '../domain/pile-cost.ts'
import { TERMINAL_STATES } from '../domain/settlement.ts'
import { order } from '../entities/order.ts'
import { payment } from '../entities/payment.ts'
import { refund } from '../entities/refund.ts'
import { settlement } from '../entities/settlement.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema, rowWith } from '../kit/schema.ts'
import { filled, identity, titled } from './inputs.ts'

/** What a person did to an order by hand is never without a word. */
const remark = filled(500)
const reference = z.nullable(titled)
/** `masked`: the customer is out of the reader's reach, and the title is a mask of the account. */
const payer = z.nullable(z.extend(titled, { masked: z.optional(z.literal(true)) }))

/**
 * One line of a bill: energy in one band, or occupation. Rounded once, half up. An open amount that a supplement took over
 * is a line as well: negative on the order that it leaves, positive on the supplement, `name` being the other one's number.
 */
export const orderLine = z.object({
  kind: z.enum(['energy', 'occupation', 'moved']),
  rule_id: z.nullable(z.int()),
  name: z.string(),
  band: z.nullable(z.enum(['sharp', 'peak', 'flat', 'valley'])),
  from: z.string(),
  to: z.string(),
  wh: z.int(),
  seconds: z.int(),
  electricity_fee: z.int(),
  service_fee: z.int(),
  occupation_fee: z.int(),
  electricity_cents: z.int(),
  service_cents: z.int(),
  occupation_cents: z.int(),
  cost_cents: z.int(),
})
export type OrderLine = z.output<typeof orderLine>

/** A rule as it was when the order began. */
export const frozenRule = z.object({
  id: z.int(),
  name: z.string(),
  band: z.enum(['sharp', 'peak', 'flat', 'valley']),
  start_hour: z.int(),
  end_hour: z.int(),
  electricity_fee: z.int(),
  service_fee: z.int(),
  electricity_cost: z.int(),
  occupation_fee: z.int(),
  free_minutes: z.int(),
})
export type FrozenRule = z.output<typeof frozenRule>

/** What happened to an order, in the order in which it happened; `figures` fill the sentence of `event` in the locales. */
export const orderEvent = z.object({
  at: z.string(),
  event: z.string(),
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type OrderEvent = z.output<typeof orderEvent>

/** An order in lists and by itself: beside its fields the type of its pile, as its own reference and as the specification calls it. */
export const orderRow = rowWith(order, {
  site: reference,
  pile: reference,
  customer: payer,
  pile_type: reference,
  device_type_id: z.nullable(z.int()),
  device_type_name: z.nullable(z.string()),
  /** It charges, and its pile can be asked to charge it with priority. */
  takes_priority: z.boolean(),
})

export const orderDetail = endpoint({
  method: 'POST',
  path: '/system/order/detail',
  permission: 'order.list',
  reaches: { order: 'id' },
  body: z.object({ id: identity }),
  data: z.object({
    order: orderRow,
    time_zone: z.string(),
    rules: z.array(frozenRule),
    lines: z.array(orderLine),
    events: z.array(orderEvent),
    /** Its readings are older than they are kept. */
    readings_gone: z.boolean(),
    /** At most 300 points, the register's readings thinned. */
    readings: z.array(
      z.object({
        at: z.string(),
        energy_wh: z.nullable(z.number()),
        power_w: z.nullable(z.int()),
        soc: z.nullable(z.int()),
      }),
    ),
    /** Of one out of reach (`masked`) a mask of the account, and neither name nor phone nor balance. The balance is null without its permission, too. */
    customer: z.nullable(
      z.object({
        id: z.int(),
        account: z.string(),
        name: z.nullable(z.string()),
        phone: z.nullable(z.string()),
        balance_cents: z.nullable(z.int()),
        masked: z.optional(z.literal(true)),
      }),
    ),
    /** Null as well when the card is out of reach; the order keeps its number. */
    card: z.nullable(z.object({ id: z.int(), number: z.string() })),
    /** What a person decides on, of an order that was not authorized and waits for that. */
    unauthorized: z.nullable(
      z.object({
        /** What it costs by its meter; null: the meter, or the end, is not to be believed and a person says what was drawn. */
        total_cents: z.nullable(z.int()),
        /** The part until the card was blocked, where it was blocked in the middle. */
        part: z.nullable(z.object({ energy_wh: z.int(), total_cents: z.int() })),
      }),
    ),
    /** What the pile reckoned by itself, held against the bill, which stays as it is; null where it told nothing, or nothing is billed yet. */
    pile_cost: z.nullable(
      z.object({
        state: z.enum(COST_STATES),
        ours_cents: z.int(),
        theirs_cents: z.nullable(z.int()),
        /** Its money, where that is another one. */
        currency: z.string(),
        /** Why it could not reckon, in its own words. */
        reason: z.nullable(z.string()),
      }),
    ),
    /** What it costs, as its pile was told last for its screen; null where it was told nothing. */
    cost_told: z.nullable(z.object({ cents: z.int(), at: z.string() })),
    /** What the pile's terminal said of payments for it, newest first; how that stands to the bill, which stays. */
    settlements: z.array(rowSchema(settlement)),
    terminal: z.nullable(z.object({ state: z.enum(TERMINAL_STATES), collected_cents: z.int(), billed_cents: z.int() })),
    shortfall_cents: z.int(),
    /** What may still be asked back: paid, neither paid back nor under way. */
    refundable_cents: z.int(),
    /** Each says whether another person has to decide on it (`own`). */
    refunds: z.array(rowWith(refund, { own: z.boolean(), mine: z.boolean() })),
    payments: z.array(rowSchema(payment)),
    /** The order that this supplement continues, and the supplement that continues this order. */
    origin: reference,
    supplement: reference,
  }),
})

/** A person decides what an abnormal order's meter said; it is then priced and paid like any other. */
export const settleOrder = endpoint({
  method: 'POST',
  path: '/system/order/settle',
  permission: 'order.settle',
  reaches: { order: 'id' },
  body: z.object({
    id: identity,
    energy_wh: z
      .int({ error: 'whole_number' })
      .check(z.gte(0, { error: 'out_of_range' }), z.lte(10_000_000, { error: 'out_of_range' })),
    remark,
  }),
  data: z.null(),
  repeatable: true,
  changes: 'order',
})

/** Ends an order whose pile will not report its end, on the last reading that arrived. */
export const closeOrder = endpoint({
  method: 'POST',
  path: '/system/order/close',
  permission: 'order.settle',
  reaches: { order: 'id' },
  body: z.object({
    id: identity,
    remark,
  }),
  data: z.null(),
  repeatable: true,
  changes: 'order',
})

/** Pays an unpaid order from the balance again, after a top-up. */
export const payOrder = endpoint({
  method: 'POST',
  path: '/system/order/pay',
  permission: 'order.settle',
  reaches: { order: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ status: z.string(), shortfall_cents: z.int() }),
  repeatable: true,
  changes: 'order',
})
