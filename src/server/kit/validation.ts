import * as z from 'zod/mini'
import type { Fields } from '../../shared/kit/fields.ts'
import { problemsOf } from '../../shared/kit/problems.ts'
import { type Figures, Refusal, wrongField } from './refusal.ts'
import { unreadIn } from './unread.ts'

const DEEPEST = 32
/** Values of one body, whatever their places: each costs time in every step from here on. */
const MOST_VALUES = 20_000

interface Reading {
  /** The record's fields: bounds are said in their units. */
  fields?: Fields | undefined
  /** Names that the schema does not read are refused; otherwise they are passed over. */
  exact?: boolean
}

/** What the schema makes of an input; refused with each field's problem. */
export function parse<S extends z.ZodMiniType>(
  schema: S,
  input: unknown,
  { fields, exact = false }: Reading = {},
): z.output<S> {
  const given = input ?? {}
  refuseUnkeepable(given)
  const unread = exact ? unreadIn(schema, given) : []
  const parsed = z.safeParse(schema, given)
  if (parsed.success && !unread.length) return parsed.data
  const problems = Object.fromEntries(unread.map((path) => [path, { key: 'unknown_field' }]))
  throw new Refusal(422, 'invalid_input', {
    fields: { ...problems, ...problemsOf(parsed.error?.issues ?? [], fields) },
  })
}

/**
 * No text column keeps a null character, and half a surrogate pair is no character at all; a document
 * nested without end would exhaust anyone who writes it out again. So many values that they would hold up others are refused unread.
 */
function refuseUnkeepable(input: unknown): void {
  const waiting: { value: unknown; path: string[] }[] = [{ value: input, path: [] }]
  let values = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next
    if (path.length > DEEPEST) throw refusal(path.slice(0, 1), 'too_deep')
    if (!isKeepable(value)) throw refusal(path, 'unreadable')
    if (typeof value !== 'object' || value === null) continue
    const names = Object.keys(value)
    values += names.length
    if (values > MOST_VALUES) throw refusal(path.slice(0, 1), 'too_many', { max: MOST_VALUES })
    for (const name of names) {
      if (!isKeepable(name)) throw refusal(path, 'unreadable')
      waiting.push({ value: (value as Record<string, unknown>)[name], path: [...path, name] })
    }
  }
}

const isKeepable = (value: unknown) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0'))

const refusal = (path: string[], key: string, figures?: Figures) => wrongField(path.join('.') || 'body', key, figures)
