import * as z from 'zod/mini'
import { OWN_VALUE } from '../kit/dictionaries.ts'
import { endpoint } from '../kit/endpoint.ts'
import { translations } from '../kit/translations.ts'
import { dictionaryItem, kind, labels, name, tone } from './dictionary-values.ts'
import { pageOf } from './inputs.ts'

const value = z
  .string({ error: 'required' })
  .check(z.minLength(1, { error: 'required' }), z.maxLength(60, { error: 'too_long' }))
/** By the languages' tags; what is empty in a language is the console's own word there. */
const given = translations({ max: 200 })

/** What a value is called, and who may choose it, as an administrator set it; null is the console's own. */
const set = z.object({ labels, tone: z.nullable(tone) })

/** Every dictionary, under the record whose field it is. `changed`: how many of its values an operator changed or added. */
export const dictionaryTree = endpoint({
  method: 'GET',
  path: '/system/dic/tree',
  permission: 'dictionary.list',
  reaches: 'nothing',
  body: z.object({}),
  data: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      children: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          kind,
          values: z.int(),
          changed: z.int(),
          chosen: z.boolean(),
          toned: z.boolean(),
        }),
      ),
    }),
  ),
})
export type DictionaryGroup = z.output<typeof dictionaryTree.data>[number]
export type DictionaryLeaf = DictionaryGroup['children'][number]

/** A dictionary's values for anyone who manages them, all on one page. */
export const dictionaryList = endpoint({
  method: 'GET',
  path: '/system/dic/list',
  permission: 'dictionary.list',
  reaches: 'nothing',
  body: z.object({ name }),
  // `initial`: what new records start with; it stays offered.
  data: pageOf(z.extend(dictionaryItem, { set, initial: z.boolean() })),
})
export type DictionaryRow = z.output<typeof dictionaryList.data>['rows'][number]

/** Adds a value of the operator's own, last. Its name is made from its label when none is given. */
export const dictionaryAdd = endpoint({
  method: 'POST',
  path: '/system/dic/add',
  permission: 'dictionary.update',
  reaches: 'nothing',
  body: z.object({
    name,
    value: z.optional(z.nullable(value.check(z.regex(OWN_VALUE, { error: 'not_a_value' })))),
    /** In one language at least; readers of another get the fallback's. */
    labels: translations({ max: 200, filled: true }),
  }),
  data: z.object({ value: z.string() }),
  repeatable: true,
  says: 'saved',
})

/** Says what a value is called, in which hue it shows and whether it is offered. What is left out stays. */
export const dictionaryUpdate = endpoint({
  method: 'POST',
  path: '/system/dic/update',
  permission: 'dictionary.update',
  reaches: 'nothing',
  body: z.object({
    name,
    value,
    labels: z.optional(given),
    tone: z.optional(z.nullable(tone)),
    offered: z.optional(z.boolean({ error: 'invalid' })),
  }),
  data: z.null(),
  repeatable: true,
  says: 'saved',
})

/** Deletes a value of the operator's own; one that a record holds is refused: it can be no longer offered instead. */
export const dictionaryDelete = endpoint({
  method: 'POST',
  path: '/system/dic/delete',
  permission: 'dictionary.update',
  reaches: 'nothing',
  body: z.object({ name, value }),
  data: z.null(),
  repeatable: true,
  says: 'deleted',
})

/** The order of a dictionary's values, all of them named; null is the console's own. */
export const dictionaryMove = endpoint({
  method: 'POST',
  path: '/system/dic/move',
  permission: 'dictionary.update',
  reaches: 'nothing',
  body: z.object({ name, values: z.nullable(z.array(value).check(z.maxLength(300, { error: 'too_many' }))) }),
  data: z.null(),
  repeatable: true,
  says: 'saved',
})
