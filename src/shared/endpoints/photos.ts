import * as z from 'zod/mini'
import { MOST_PHOTO_BYTES } from '../domain/photos.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity } from './inputs.ts'

/** Made by the phone: whatever comes again under it is the same photo. */
const key = z.string({ error: 'required' }).check(z.regex(/^[0-9a-f]{32}$/, { error: 'invalid' }))
const bytes = z.coerce
  .number({ error: 'required' })
  .check(z.int(), z.gte(0, { error: 'too_small' }), z.lte(MOST_PHOTO_BYTES, { error: 'too_large' }))

/** How much of a photo the server has, from its beginning. */
const standing = z.object({
  received: z.int(),
  /** It is whole and a record's: nothing of it is sent any more. */
  kept: z.boolean(),
})

/** How much of a photo has arrived: sending goes on from there. */
export const photoStanding = endpoint({
  method: 'GET',
  path: '/pub/photo/standing',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ key }),
  data: standing,
})

/** The part as `file`, of at most 1 MB, and where in the photo it begins. What comes twice changes nothing. */
export const photoPart = endpoint({
  method: 'POST',
  path: '/pub/photo/part',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({
    key,
    at: bytes,
    file: z.any().register(z.globalRegistry, { type: 'string', format: 'binary' }),
  }),
  takes: 'form',
  data: standing,
  // A photo has ten parts, and a day's photos may all come in the same minute.
  a_minute: 1_200,
})

/** What every call says that adds a photo to a record. */
export const photoBody = {
  key,
  size_bytes: bytes,
  /** By the caller's clock, of which the header Client-Time tells. */
  taken_at: z.optional(z.iso.datetime({ offset: true, error: 'not_a_time' })),
}

/** A photo of a record: which, who took it and when. `of` is the record's id. */
export const photoOf = z.object({
  file_key: z.string(),
  of: z.int(),
  by: z.string(),
  own: z.boolean(),
  taken_at: z.string(),
})
export type Photo = z.output<typeof photoOf>

/** Adds a photo whose parts have all arrived to an alarm. Answers 409 while they have not. */
export const addAlarmPhoto = endpoint({
  method: 'POST',
  path: '/system/device-fault-record/photo',
  permission: 'alarm.handle',
  reaches: { alarm: 'id' },
  body: z.object({ id: identity, ...photoBody }),
  data: z.object({ file_key: z.string() }),
  repeatable: true,
  changes: 'alarm',
})

/** Takes a photo of a record back. Answers 403 to anyone but its taker and people who may delete files. */
export const photoRemoval = (entity: string, path: string, permission: string) =>
  endpoint({
    method: 'POST',
    path: `${path}/remove-photo`,
    permission,
    reaches: { [entity]: 'id' },
    body: z.object({
      id: identity,
      file_key: z.string({ error: 'required' }).check(z.maxLength(64, { error: 'too_long' })),
    }),
    data: z.object({}),
    repeatable: true,
    changes: entity,
  })

export type PhotoRemoval = ReturnType<typeof photoRemoval>

export const removeAlarmPhoto = photoRemoval('alarm', '/system/device-fault-record', addAlarmPhoto.permission)
