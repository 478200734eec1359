import * as z from 'zod/mini'
import { listQuery } from '../kit/call-bodies.ts'
import { endpoint } from '../kit/endpoint.ts'
import { filled, pageOf } from './inputs.ts'

export const frameRow = z.object({
  id: z.int(),
  station_number: z.string(),
  /** One number a socket, so that a reconnection shows. */
  connection_number: z.string(),
  direction: z.enum(['in', 'out']),
  message_type: z.nullable(z.enum(['Call', 'CallResult', 'CallError', 'CallResultError', 'Send'])),
  unique_id: z.nullable(z.string()),
  command: z.nullable(z.string()),
  content: z.nullable(z.string()),
  full_content: z.string(),
  error_code: z.nullable(z.string()),
  error_description: z.nullable(z.string()),
  error_detail: z.nullable(z.string()),
  created_at: z.string(),
  /** This row stands for so many frames of a flood that were not kept; `full_content` tells bytes and actions. */
  counted: z.nullable(z.int()),
})
export type FrameRow = z.output<typeof frameRow>

/** Every frame in both directions, newest first. Filters: station_number, connection_number, unique_id, command, from, to. */
export const protocolLog = endpoint({
  method: 'GET',
  path: '/ocpp/log',
  permission: 'frame.list',
  reaches: 'itself',
  body: z.extend(listQuery, {
    station_number: z.optional(z.string()),
    connection_number: z.optional(z.string()),
    unique_id: z.optional(z.string()),
    command: z.optional(z.string()),
    message_type: z.optional(z.string()),
    from: z.optional(z.string()),
    to: z.optional(z.string()),
  }),
  data: pageOf(frameRow),
})

/**
 * The messages of one request, for a visitor who knows its socket's number and its own, of the last seven days. What names a
 * person or opens anything is masked, and nothing says which pile it was.
 */
export const publicProtocolLog = endpoint({
  method: 'GET',
  path: '/pub/ocpp/log',
  permission: 'public',
  a_minute: 20,
  reaches: 'nothing',
  body: z.object({ connection_number: filled(20), unique_id: filled(64) }),
  data: z.array(z.omit(frameRow, { id: true, station_number: true, counted: true })),
})
export type PublicFrame = z.output<typeof publicProtocolLog.data>[number]
