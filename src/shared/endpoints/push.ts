import * as z from 'zod/mini'
import { SEVERITIES } from '../domain/alarm-codes.ts'
import { endpoint } from '../kit/endpoint.ts'
import { filled, identity } from './inputs.ts'

const own = { permission: 'signed_in', reaches: 'nothing' } as const

const isTimeZone = (name: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'not_a_time' }))

/** What a person wants to be told of on their devices. */
const choices = z.object({
  severities: z.array(z.enum(SEVERITIES, { error: 'not_a_choice' })).check(z.maxLength(3, { error: 'too_many' })),
  /** What comes within them is told at their end, if it is still open then; null is none. */
  quiet: z.nullable(
    z.object({
      from: time,
      to: time,
      time_zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'not_a_choice' })),
      /** What is critical comes in spite of them. */
      but_critical: z.boolean(),
    }),
  ),
})
export type PushChoices = z.output<typeof choices>

const device = z.object({
  id: z.int(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  /** It is signed in by the sign-in that asks. */
  own: z.boolean(),
  enabled: z.boolean(),
  since: z.string(),
  told_at: z.nullable(z.string()),
  /** Why it was not told the last time, in the push service's own words. */
  problem: z.nullable(z.string()),
})
export type PushDevice = z.output<typeof device>

/** The devices on which one is told of alarms, and what one wants to be told of. */
export const pushSettings = endpoint({
  ...own,
  method: 'GET',
  path: '/system/user/push',
  body: z.object({}),
  data: z.object({
    /** The server's public key (VAPID), which a browser binds its subscription to. */
    key: z.string(),
    choices,
    devices: z.array(device),
  }),
})

export const savePushChoices = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/push/choices',
  body: choices,
  data: z.null(),
  repeatable: true,
  says: 'saved',
})

/**
 * Has the browser that calls be told: what its subscription says. Said again it is the same device, of who says it now. 422 where its
 * push service is none that is known. `again`: only if it is still one of the caller's devices; null when it was removed meanwhile.
 */
export const allowPush = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/push/allow',
  body: z.object({ endpoint: filled(1_000), p256dh: filled(200), auth: filled(60), again: z.optional(z.boolean()) }),
  data: z.object({
    id: z.nullable(z.int()),
    /** The server's public key: a subscription that is bound to another one is of no use any more. */
    key: z.string(),
  }),
  a_minute: 30,
})

export const switchPush = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/push/switch',
  body: z.object({ id: identity, enabled: z.boolean() }),
  data: z.null(),
  repeatable: true,
})

/** It is told no more; its browser is not asked. */
export const removePush = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/push/remove',
  body: z.object({ id: identity }),
  data: z.null(),
  repeatable: true,
})

/** Sends one of one's own devices a message that says no more than that it arrived; `id` is the message's, which the device hears as well. */
export const tryPush = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/push/try',
  body: z.object({ id: identity }),
  data: z.object({ id: z.int() }),
  repeatable: true,
  a_minute: 10,
})
