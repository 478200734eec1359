import * as z from 'zod/mini'
import { rejectedConnection } from '../entities/rejected-connection.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema } from '../kit/schema.ts'

/** What a code can stand for. */
const found = z.object({
  entity: z.enum(['pile', 'card']),
  id: z.int(),
  /** The station number or the card's number. */
  title: z.string(),
  /** A pile's state, a card's status. */
  state: z.string(),
  /** A pile's site and type, a card's customer. */
  details: z.array(z.string()),
  /** Where a car stands that uses it: of the connector that the code names, else the first of the pile. */
  berth: z.nullable(z.string()),
  /** The newest of its open alarms, those of the connector first. */
  alarm_id: z.nullable(z.int()),
})
export type ScannedRecord = z.output<typeof found>

/**
 * What a scanned or typed code stands for, of what the person may list: piles by station number, self-code, serial number or IMEI, cards by their
 * number. When there is none, the pile that tried to connect under that number, for those who may see it.
 */
export const scanCode = endpoint({
  method: 'POST',
  path: '/system/index/scan',
  permission: 'signed_in',
  reaches: 'itself',
  body: z.object({
    code: z
      .string({ error: 'required' })
      .check(z.trim(), z.minLength(1, { error: 'required' }), z.maxLength(500, { error: 'too_long' })),
  }),
  data: z.object({
    found: z.array(found),
    rejected: z.nullable(rowSchema(rejectedConnection)),
  }),
})
