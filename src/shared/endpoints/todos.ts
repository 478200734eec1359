import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'

/** What may wait for a person, in the order in which it matters. */
export const TODO_KINDS = [
  'alarm',
  'work_order',
  'order',
  'refund',
  'balance_request',
  'offline',
  'user',
  'task',
] as const
export type TodoKind = (typeof TODO_KINDS)[number]

const todo = z.object({
  kind: z.enum(TODO_KINDS),
  /** Of the alarm, work order, order, refund, pile, user or task. */
  id: z.int(),
  /** An alarm's code, a number, a name. */
  title: z.string(),
  /** Where it is or whom it concerns: a station number, an account. */
  about: z.nullable(z.string()),
  connector_number: z.nullable(z.int()),
  since: z.string(),
})
export type Todo = z.output<typeof todo>

/** What waits for the person who asks: what they may deal with, of records that they reach. The newest of each kind, and how many there are, up to 10,000. */
export const todos = endpoint({
  method: 'GET',
  path: '/system/todo/list',
  permission: 'signed_in',
  reaches: 'itself',
  body: z.object({}),
  data: z.object({
    total: z.int(),
    /** There are more than `total`. */
    more: z.boolean(),
    groups: z.array(z.object({ kind: z.enum(TODO_KINDS), count: z.int(), more: z.boolean(), rows: z.array(todo) })),
  }),
})
