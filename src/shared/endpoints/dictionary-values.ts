import * as z from 'zod/mini'
import { endpoint } from '../kit/endpoint.ts'
import { TONES } from '../kit/fields.ts'

export const tone = z.enum(TONES, { error: 'not_a_choice' })
export const labels = z.record(z.string(), z.string())

/** One value as the console shows it. */
export const dictionaryItem = z.object({
  value: z.string(),
  /** In the caller's language. */
  label: z.string(),
  labels,
  /** The hue of a state; null for what is none. */
  tone: z.nullable(tone),
  /** Whether it can be chosen from now on. What holds it keeps it. */
  offered: z.boolean(),
  /** Added by the operator: it can be deleted. */
  own: z.boolean(),
})
export type DictionaryItem = z.output<typeof dictionaryItem>

export const kind = z.enum(['fixed', 'open', 'phrases'])

/** A dictionary with its values in their order. Those that nobody changed are what the console carries itself. */
const dictionary = z.object({ name: z.string(), kind, items: z.array(dictionaryItem) })
export type DictionaryValues = z.output<typeof dictionary>

export const name = z.string({ error: 'required' }).check(z.maxLength(80, { error: 'too_long' }))

/** The values of one dictionary; without a name all dictionaries of which an operator changed anything. */
export const dictionaryGet = endpoint({
  method: 'GET',
  path: '/system/dic/get',
  permission: 'signed_in',
  reaches: 'nothing',
  body: z.object({ name: z.optional(name) }),
  data: z.array(dictionary),
})
