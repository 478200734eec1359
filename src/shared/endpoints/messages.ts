import * as z from 'zod/mini'
import { CHANNELS } from '../domain/channels.ts'
import { message } from '../entities/message.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowSchema } from '../kit/schema.ts'
import { filled, identity } from './inputs.ts'

/** Sends a message that was kept, failed or has arrived already once more. What held a code is not: a new code is asked for. */
export const resendMessage = endpoint({
  method: 'POST',
  path: '/system/message/resend',
  permission: 'message.resend',
  reaches: { message: 'id' },
  body: z.object({ id: identity }),
  data: z.object({ message: rowSchema(message) }),
  repeatable: true,
  changes: 'message',
  // Each is paid for.
  a_minute: 60,
})

/** The services that the settings name for each channel; null where messages stay in the outbox. */
export const messageSenders = endpoint({
  method: 'GET',
  path: '/system/message/senders',
  permission: 'message.list',
  reaches: 'nothing',
  body: z.object({}),
  data: z.object({ sms: z.nullable(z.string()), mail: z.nullable(z.string()), wechat: z.nullable(z.string()) }),
})

/** Puts a message into the outbox that says no more than that it works. */
export const tryMessage = endpoint({
  method: 'POST',
  path: '/system/message/try',
  permission: 'message.try',
  reaches: 'nothing',
  body: z.object({ channel: z.enum(CHANNELS, { error: 'not_a_choice' }), to: filled(254) }),
  data: z.object({ id: z.int() }),
  repeatable: true,
  changes: 'message',
  a_minute: 10,
})
