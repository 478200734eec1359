import * as z from 'zod/mini'
import { INSPECTION_STATES, MOST_ANSWER, SKIP_REASONS } from '../domain/inspection.ts'
import { DOES_WORK } from '../domain/work-order.ts'
import { endpoint } from '../kit/endpoint.ts'
import { identity, written } from './inputs.ts'
import { photoBody, photoRemoval } from './photos.ts'

const value = z.nullable(
  z.union([
    z.boolean(),
    z.number({ error: 'not_a_number' }),
    z.string().check(z.trim(), z.maxLength(MOST_ANSWER, { error: 'too_long' })),
  ]),
)

/** What was said of an item last. */
export const checkAnswer = z.object({
  value,
  note: z.nullable(z.string()),
  at: z.string(),
  by: z.string(),
})

/** An item's place in the list. */
const place = z.string().check(z.regex(/^\d{1,2}$/, { error: 'unknown_field' }))

/**
 * Says what was found at a pile of a round, item by item; of each item the later word holds. `finished`: there is no more to say, so it
 * needs all that must be answered. A pile that is skipped stays due.
 */
export const answerInspection = endpoint({
  method: 'POST',
  path: '/system/inspection/answer',
  permission: DOES_WORK,
  reaches: { inspection: 'id' },
  body: z.object({
    id: identity,
    answers: z.record(
      place,
      z.object({
        /** Null takes an answer back. */
        value,
        note: written(MOST_ANSWER),
        said_at: z.iso.datetime({ offset: true, error: 'not_a_time' }),
      }),
    ),
    finished: z.optional(z.boolean()),
    /** The pile could not be reached; `why` null: it was reached after all. Something else wants a note. */
    skipped: z.optional(
      z.object({
        why: z.nullable(z.enum(SKIP_REASONS, { error: 'not_a_choice' })),
        note: written(MOST_ANSWER),
        said_at: z.iso.datetime({ offset: true, error: 'not_a_time' }),
      }),
    ),
  }),
  data: z.object({
    id: z.int(),
    state: z.enum(INSPECTION_STATES),
    answers: z.record(z.string(), checkAnswer),
    skipped_why: z.nullable(z.enum(SKIP_REASONS)),
  }),
  repeatable: true,
  changes: 'inspection',
  says: 'saved',
})

/** Adds a photo whose parts have all arrived to an inspection. Answers 409 while they have not. */
export const addInspectionPhoto = endpoint({
  method: 'POST',
  path: '/system/inspection/photo',
  permission: DOES_WORK,
  reaches: { inspection: 'id' },
  body: z.object({
    id: identity,
    /** Of which item it is. */
    item: z.optional(
      z.nullable(z.int().check(z.gte(0, { error: 'out_of_range' }), z.lte(99, { error: 'out_of_range' }))),
    ),
    ...photoBody,
  }),
  data: z.object({ file_key: z.string() }),
  repeatable: true,
  changes: 'inspection',
})

export const removeInspectionPhoto = photoRemoval('inspection', '/system/inspection', DOES_WORK)
