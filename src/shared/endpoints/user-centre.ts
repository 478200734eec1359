import * as z from 'zod/mini'
import { CHANNELS } from '../domain/channels.ts'
import { endpoint } from '../kit/endpoint.ts'
import { LANGUAGES } from '../kit/languages.ts'
import { FILE_KEY } from '../kit/uploads.ts'
import { filled } from './inputs.ts'
import { sentCode } from './sign-in-codes.ts'
import { TODO_KINDS } from './todos.ts'

const own = { permission: 'signed_in', reaches: 'nothing' } as const
const channel = z.enum(CHANNELS, { error: 'not_a_choice' })

export const saveAvatar = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/avatar',
  body: z.object({ avatar: z.nullable(z.string().check(z.regex(FILE_KEY, { error: 'unknown_file' }))) }),
  data: z.object({ id: z.int() }),
  changes: 'user',
  repeatable: true,
  says: 'saved',
})

/** The language in which messages come, as the console speaks. */
export const saveLanguage = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/language',
  body: z.object({ language: z.enum(LANGUAGES, { error: 'not_a_choice' }) }),
  data: z.null(),
})

/**
 * Sends a code of six digits to a contact that one says is one's own; 429 says how long to wait (`wait_seconds`). A number or a mail
 * address lets in anyone who forgot the password, so it takes a fresh proof (403, `data.proof`), here and to keep it.
 */
export const askContactCode = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/contact_code',
  body: z.object({ channel, to: filled(120) }),
  data: z.object({ wait_seconds: z.int() }),
})

/** Keeps a contact by the code that was sent there; 422 at `to` when another account has it. */
export const confirmContact = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/contact',
  body: z.object({ channel, to: filled(120), sent_code: sentCode }),
  data: z.object({ id: z.int() }),
  changes: 'user',
  says: 'saved',
})

/** Which to-dos one is told of outside of the console, by which ways. */
const ways = z.partialRecord(z.enum(TODO_KINDS), z.array(channel).check(z.maxLength(3, { error: 'too_many' })))

export const notificationSettings = endpoint({
  ...own,
  method: 'GET',
  path: '/system/user/notifications',
  body: z.object({}),
  data: z.object({
    ways,
    /** The kinds that one may deal with: others never come. */
    kinds: z.array(z.enum(TODO_KINDS)),
  }),
})

export const saveNotifications = endpoint({
  ...own,
  method: 'POST',
  path: '/system/user/notifications',
  body: z.object({ ways }),
  data: z.null(),
  repeatable: true,
  says: 'saved',
})
