import * as z from 'zod/mini'
import { CHECK_KINDS, INSPECTION_STATES, SKIP_REASONS } from '../domain/inspection.ts'
import { DOES_WORK, WORK_ORDER_STATES, WRITTEN_FIELDS } from '../domain/work-order.ts'
import { workOrder } from '../entities/work-order.ts'
import { endpoint } from '../kit/endpoint.ts'
import { permissionOf } from '../kit/entity.ts'
import { rowSchema } from '../kit/schema.ts'
import { filled, identity, isoDay, titled, writtenIdentity } from './inputs.ts'
import { checkAnswer } from './inspections.ts'
import { photoBody, photoOf, photoRemoval } from './photos.ts'

/** Made by who made the work order, so that it can be changed before the server has heard of it. */
const orderKey = z.string({ error: 'required' }).check(z.regex(/^[0-9a-f]{32}$/, { error: 'invalid' }))
/** Of every call about one: which, and at which pile it is, so that any of them may be the first that arrives. A round has none, and is known by its id. */
const named = { order_key: orderKey, pile_id: z.optional(z.nullable(identity)) }

const { kind, minutes } = workOrder.fields
const words = (most: number) =>
  z.optional(z.nullable(z.string({ error: 'required' }).check(z.trim(), z.maxLength(most, { error: 'too_long' }))))

/** What is said anew; what is left out stays. */
const set = z.object({
  work: z.optional(filled(200)),
  kind: z.optional(z.enum(kind.choices, { error: 'not_a_choice' })),
  state: z.optional(z.enum(WORK_ORDER_STATES, { error: 'not_a_choice' })),
  /** One of `workOrderPeople`; null is nobody. */
  assignee_id: z.optional(z.nullable(identity)),
  due_on: z.optional(z.nullable(isoDay)),
  found: words(2_000),
  did: words(2_000),
  parts: words(1_000),
  minutes: z.optional(
    z.nullable(
      z
        .int({ error: 'not_a_number' })
        .check(z.gte(0, { error: 'too_small' }), z.lte(minutes.most, { error: 'too_large' })),
    ),
  ),
})
export type WorkOrderSet = z.output<typeof set>

/**
 * Makes a work order, or changes what is said of it. Answers 409 with the work order as it is where another person has written newer words
 * of the same field: what was said is kept in its history all the same.
 */
export const saveWorkOrder = endpoint({
  method: 'POST',
  path: '/system/work-order/save',
  permission: DOES_WORK,
  reaches: { pile: 'pile_id', alarm: 'alarm_id', work_order: 'id' },
  body: z.object({
    /** Where the server has given it one. */
    id: z.optional(identity),
    ...named,
    /** The alarm that it is made for. */
    alarm_id: z.optional(z.nullable(identity)),
    set,
    note: words(500),
    said_at: z.optional(z.iso.datetime({ offset: true, error: 'not_a_time' })),
  }),
  data: z.object({
    id: z.int(),
    work_order: rowSchema(workOrder),
    /** Fields of which a newer word holds. */
    late: z.array(z.enum(WRITTEN_FIELDS)),
  }),
  repeatable: true,
  changes: 'work_order',
})

/** Adds a photo whose parts have all arrived. Answers 409 while they have not, or while the work order has not. One that has a number is known by it alone. */
export const addWorkOrderPhoto = endpoint({
  method: 'POST',
  path: '/system/work-order/photo',
  permission: DOES_WORK,
  reaches: { pile: 'pile_id', work_order: 'id' },
  body: z.object({ id: z.optional(identity), ...named, order_key: z.optional(orderKey), ...photoBody }),
  data: z.object({ id: z.int(), file_key: z.string() }),
  repeatable: true,
  changes: 'work_order',
})

export const removeWorkOrderPhoto = photoRemoval('work_order', '/system/work-order', DOES_WORK)

const entry = z.object({
  id: z.int(),
  by: z.string(),
  own: z.boolean(),
  /** What was said anew, with a person's name for whose it is. */
  set: z.record(z.string(), z.nullable(z.union([z.string(), z.number()]))),
  note: z.nullable(z.string()),
  said_at: z.string(),
  received_at: z.string(),
  /** Fields of which a newer word held. */
  late: z.array(z.string()),
})
export type WorkOrderEntry = z.output<typeof entry>

const item = z.object({
  words: z.string(),
  kind: z.enum(CHECK_KINDS),
  unit: z.nullable(z.string()),
  least: z.nullable(z.number()),
  most: z.nullable(z.number()),
  photo: z.boolean(),
  needed: z.boolean(),
  alarm: z.boolean(),
})
const roundPile = z.object({
  id: z.int(),
  pile: titled,
  /** The first berth that it reaches. */
  berth: z.nullable(z.string()),
  state: z.enum(INSPECTION_STATES),
  answers: z.record(z.string(), checkAnswer),
  inspected_at: z.nullable(z.string()),
  inspected_by: z.nullable(z.string()),
  /** It could not be reached, and is still due. */
  skipped: z.nullable(
    z.object({
      why: z.enum(SKIP_REASONS),
      note: z.nullable(z.string()),
      at: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  photos: z.array(z.extend(photoOf, { item: z.nullable(z.int()) })),
})
export type RoundPile = z.output<typeof roundPile>
/** Of a round: what is asked, and its piles in the order of the berths, as far as the caller reaches them. */
const round = z.object({ name: z.string(), items: z.array(item), piles: z.array(roundPile) })
export type Round = z.output<typeof round>

/** A work order with its photos and all that people said of it, the oldest first. */
export const workOrderView = endpoint({
  method: 'GET',
  path: '/system/work-order/view',
  permission: permissionOf(workOrder, 'list'),
  reaches: { work_order: 'id' },
  body: z.object({ id: writtenIdentity }),
  data: z.object({
    work_order: rowSchema(workOrder),
    order_key: z.string(),
    entries: z.array(entry),
    photos: z.array(photoOf),
    round: z.nullable(round),
  }),
})

/** So many are told at most; the list has the others. */
export const MOST_DUE = 20

/** The open work that is the caller's own to do, the most pressing first: what is due, then what has no day. */
export const ownWork = endpoint({
  method: 'GET',
  path: '/system/work-order/own',
  permission: DOES_WORK,
  reaches: 'itself',
  body: z.object({}),
  data: z.object({
    total: z.int(),
    rows: z.array(
      z.object({
        id: z.int(),
        number: z.string(),
        work: z.string(),
        state: z.enum(WORK_ORDER_STATES),
        /** A pile's station number, or a site's name. */
        place: z.nullable(z.string()),
        due_on: z.nullable(z.string()),
        /** By the site's clock. */
        overdue: z.boolean(),
        piles: z.nullable(z.int()),
        piles_done: z.nullable(z.int()),
      }),
    ),
  }),
})

/** The people whose a work order at a pile, or a round at a site, can be: who may do it and reaches it. */
export const workOrderPeople = endpoint({
  method: 'GET',
  path: '/system/work-order/people',
  permission: DOES_WORK,
  reaches: { pile: 'pile_id', site: 'site_id' },
  body: z.object({ pile_id: z.optional(writtenIdentity), site_id: z.optional(writtenIdentity) }),
  data: z.object({ people: z.array(z.object({ id: z.int(), name: z.string(), own: z.boolean() })) }),
})

const line = z.object({
  kind: z.enum(['alarm', 'work_order', 'inspection', 'maintenance']),
  id: z.int(),
  title: z.string(),
  state: z.string(),
  by: z.nullable(z.string()),
  /** What was done. */
  text: z.nullable(z.string()),
  at: z.string(),
  ended_at: z.nullable(z.string()),
})
export type HistoryLine = z.output<typeof line>

/** What happened at a pile and what was done there, the newest first, as far as the caller may see each; the newest 100. */
export const pileHistory = endpoint({
  method: 'GET',
  path: '/system/device/history',
  permission: 'pile.list',
  reaches: { pile: 'pile_id' },
  body: z.object({ pile_id: writtenIdentity }),
  data: z.object({
    lines: z.array(line),
    /** When it was inspected last, and by whom; null where nobody did, or for who may not see it. */
    inspected: z.nullable(z.object({ at: z.string(), by: z.nullable(z.string()) })),
    /** As statistics count it, of faults of a year: null where none was repaired, or for who may not see alarms. */
    repairs: z.nullable(z.int()),
    repair_seconds: z.nullable(z.int()),
  }),
})
