import * as z from 'zod/mini'
import { MOST_PERIODS } from '../domain/charging-profiles/profile.ts'
import { MOST_ALSO, MOST_EXPECTED } from '../domain/expected.ts'
import { CHECK_KINDS, MOST_ITEMS } from '../domain/inspection.ts'
import { passwordSchema } from '../domain/password-schema.ts'
import { MOST_KEY } from '../domain/setting-address.ts'
import { takesChoice } from './dictionaries.ts'
import { type Draft, type Entity, editable, fieldsOf, type Row } from './entity.ts'
import type { Field } from './fields.ts'
import { identity } from './identity.ts'
import { isMask } from './mask.ts'
import { translations } from './translations.ts'
import { FILE_KEY } from './uploads.ts'

/**
 * What a record's input must be, made from its fields. Each refusal carries a message key of
 * locales' `errors` and its figures, so both sides say the same words.
 */

const PHONE = /^\+?[0-9][0-9 -]{4,18}$/
// Asterisks are what a mask is made of. No dot within a part of the domain: else a long text is tried out dot by dot.
const EMAIL = /^[^\s@*]+@[^\s@*.]+(?:\.[^\s@*.]+)+$/

const words = (field: Field, least: number) =>
  z.string({ error: 'required' }).check(
    z.trim(),
    z.minLength(least, { error: least > 1 ? 'too_short' : 'required' }),
    // What is too long is not looked at any further.
    z.maxLength(field.max ?? 60, { error: 'too_long', abort: true }),
  )

const whole = (field: Field) =>
  z
    .int({ error: 'whole_number' })
    .check(
      z.gte(field.min ?? 0, { error: 'out_of_range' }),
      z.lte(field.most ?? 1_000_000_000, { error: 'out_of_range' }),
    )

export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const COLOUR = /^#[0-9a-f]{6}$/i

/** One choice. What an operator added to an open field is known where it is written: here it only has to look like one. */
export const choiceOf = (field: Field) =>
  field.open
    ? z
        .string({ error: 'not_a_choice' })
        .check(z.refine((value) => takesChoice(field, value), { error: 'not_a_choice' }))
    : z.enum(field.choices as [string, ...string[]], { error: 'not_a_choice' })

/** Each once, in the order in which they are declared: what was chosen is the same however it was chosen. */
function several(field: Field): z.ZodMiniType {
  const known = field.choices ?? []
  const place = (value: string) => (known.includes(value) ? known.indexOf(value) : known.length)
  const chosen = z
    .array(choiceOf(field) as z.ZodMiniType<string, string>, { error: 'required' })
    .check(...(field.optional ? [] : [z.minLength(1, { error: 'required' })]))
  return z.pipe(
    chosen,
    z.transform((given: string[]) => [...new Set(given)].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))),
  ) as never
}

const fileKey = () => z.string({ error: 'required' }).check(z.regex(FILE_KEY, { error: 'unknown_file' }))

/** Each once: a second time it would only be in the way. */
const pictures = ({ most = 0, optional }: Field) =>
  z.array(fileKey(), { error: 'required' }).check(
    ...(optional ? [] : [z.minLength(1, { error: 'required' })]),
    z.maxLength(most, { error: 'too_many_files' }),
    z.overwrite((keys) => [...new Set(keys)]),
  )

const phases = z.union([z.literal(1), z.literal(2), z.literal(3)], { error: 'out_of_range' })

/** Whether its steps make sense together is a matter of what they are for. */
const steps = () =>
  z
    .array(
      z.object({
        start: z.int({ error: 'whole_number' }).check(z.gte(0, { error: 'out_of_range' })),
        limit: z.number({ error: 'not_a_number' }).check(z.gte(0, { error: 'out_of_range' })),
        phases: z._default(z.nullable(phases), null),
      }),
      { error: 'required' },
    )
    .check(z.minLength(1, { error: 'required' }), z.maxLength(MOST_PERIODS, { error: 'too_many' }))

const keyText = (max: number) => z.string({ error: 'required' }).check(z.maxLength(max, { error: 'too_long' }))

/** Whether a value fits its key is a matter of the key. Lengths are ChangeConfiguration's (OCPP 1.6, 6.21). */
const expectations = () =>
  z
    .array(
      z.object({
        key: keyText(MOST_KEY).check(z.trim(), z.minLength(1, { error: 'required' })),
        value: keyText(1000),
        tolerance: z._default(
          z.nullable(z.int({ error: 'whole_number' }).check(z.gte(0, { error: 'out_of_range' }))),
          null,
        ),
        also: z._default(z.array(keyText(1000)).check(z.maxLength(MOST_ALSO, { error: 'too_many' })), []),
      }),
      { error: 'required' },
    )
    .check(z.minLength(1, { error: 'required' }), z.maxLength(MOST_EXPECTED, { error: 'too_many' }))

const bound = () => z._default(z.nullable(z.number({ error: 'not_a_number' })), null)

const checkItems = () =>
  z
    .array(
      z.object({
        words: keyText(200).check(z.trim(), z.minLength(1, { error: 'required' })),
        kind: z.enum(CHECK_KINDS, { error: 'not_a_choice' }),
        unit: z._default(z.nullable(keyText(12)), null),
        least: bound(),
        most: bound(),
        photo: z._default(z.boolean(), false),
        needed: z._default(z.boolean(), true),
        alarm: z._default(z.boolean(), false),
      }),
      { error: 'required' },
    )
    .check(z.minLength(1, { error: 'required' }), z.maxLength(MOST_ITEMS, { error: 'too_many' }))

const onStep = ({ min = 0, step = 1 }: Field) =>
  z.refine<number>((value) => (value - min) % step === 0, { error: 'not_on_step' })

/**
 * The version in which a record was read. Anyone who changes one has looked at it, and says at what: a change in between is refused
 * (409) and never written over, so that none is taken without (422).
 */
export const versionRead = () => z.int({ error: 'version_required' })

const moment = () => z.iso.datetime({ offset: true, error: 'not_a_time' })

function filled(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'text':
    case 'long_text':
      return words(field, field.min ?? 1)
    case 'secret':
      if (field.twice) return passwordSchema()
      return z
        .string({ error: 'required' })
        .check(z.minLength(field.min ?? 1, { error: 'too_short' }), z.maxLength(field.max ?? 64, { error: 'too_long' }))
    case 'phone':
      return words(field, 1).check(
        z.refine((phone) => PHONE.test(phone) || isMask(field, phone), { error: 'not_a_phone' }),
      )
    case 'email':
      return words(field, 1).check(
        z.refine((email) => EMAIL.test(email) || isMask(field, email), { error: 'not_an_email' }),
      )
    case 'time_zone':
      return words(field, 1).check(z.refine(isTimeZone, { error: 'not_a_time_zone' }))
    case 'decimal':
      return z
        .number({ error: 'not_a_number' })
        .check(z.gte(field.min ?? -180, { error: 'out_of_range' }), z.lte(field.most ?? 180, { error: 'out_of_range' }))
    case 'flag':
      return z.boolean({ error: 'required' })
    case 'choice':
    case 'status':
      return choiceOf(field)
    case 'reference':
      return identity()
    case 'references':
      return z.array(identity()).check(z.maxLength(field.most ?? 200, { error: 'too_many' }))
    case 'instant':
      return moment()
    case 'day':
      return z.iso.date({ error: 'not_a_day' })
    case 'choices':
      return several(field)
    case 'colour':
      return z.string({ error: 'required' }).check(z.toLowerCase(), z.regex(COLOUR, { error: 'not_a_colour' }))
    case 'rich_text':
      return words(field, 1)
    case 'translated':
      return translations({ max: field.max ?? 60, filled: !field.optional })
    case 'schedule':
      return steps()
    case 'expected':
      return expectations()
    case 'checks':
      return checkItems()
    case 'image':
    case 'file':
      return fileKey()
    case 'images':
      return pictures(field)
    case 'slider':
      return whole(field).check(onStep(field) as never)
    default:
      return whole(field)
  }
}

const isEmpty = (value: unknown) => value === undefined || value === '' || value === null

const isBlank = (value: unknown) => isEmpty(value) || (typeof value === 'string' && value.trim() === '')

const isNoneOf = ({ kind }: Field, value: unknown) =>
  (kind === 'translated' && typeof value === 'object' && Object.values(value as object).every(isBlank)) ||
  ((kind === 'choices' || kind === 'images') && Array.isArray(value) && value.length === 0)

/** One field's input. An empty optional one is null. */
export function inputOf(field: Field): z.ZodMiniType {
  if (!field.optional) return filled(field)
  const emptied = z.transform((value: unknown) => (isEmpty(value) || isNoneOf(field, value) ? null : value))
  return z.pipe(emptied as z.ZodMiniType<unknown, unknown>, z.nullable(filled(field))) as never
}

/** A field that a caller may leave out: an optional one is then null, one with a starting value has that. */
function omissible(field: Field): z.ZodMiniType {
  if (field.initial !== undefined) return z._default(inputOf(field), field.initial)
  return field.optional ? z.optional(inputOf(field)) : inputOf(field)
}

/** What `create` takes. */
export function draftSchema<E extends Entity>(entity: E): z.ZodMiniType<Draft<E>> {
  const shape = fieldsOf(entity)
    .filter(([, field]) => editable(field, true))
    .map(([name, field]) => [name, omissible(field)])
  return twiceTheSame(entity, z.object({ ...Object.fromEntries(shape), ...again(entity) })) as never
}

export const againOf = (name: string) => `${name}_again`
const twice = (entity: Entity) => fieldsOf(entity).filter(([, field]) => field.twice)

const again = (entity: Entity) =>
  Object.fromEntries(twice(entity).map(([name]) => [againOf(name), z.optional(z.nullable(z.string()))]))

/** A caller may leave the second one out; a form does not. */
function twiceTheSame(entity: Entity, schema: z.ZodMiniType<Record<string, unknown>>): z.ZodMiniType {
  const checks = twice(entity).map(([name]) =>
    z.refine<Record<string, unknown>>(
      (given) => given[againOf(name)] === undefined || (given[againOf(name)] || null) === (given[name] || null),
      { error: 'passwords_differ', path: [againOf(name)] },
    ),
  )
  return checks.length ? schema.check(...(checks as [never])) : schema
}

/** What `update` takes: the id, the version that was read, and the fields that change. */
export function changeSchema<E extends Entity>(
  entity: E,
): z.ZodMiniType<{ id: number; version: number } & Partial<Draft<E>>> {
  const shape = fieldsOf(entity)
    .filter(([, field]) => editable(field, false))
    .map(([name, field]) => [name, z.optional(inputOf(field))])
  return z.object({ id: identity(), version: versionRead(), ...Object.fromEntries(shape) }) as never
}

function kept(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'flag':
      return z.boolean()
    case 'references':
      return z.array(z.int())
    case 'choices':
      return z.array(choiceOf(field))
    case 'images':
      return z.array(z.string())
    case 'schedule':
      return steps()
    case 'expected':
      return expectations()
    case 'checks':
      return checkItems()
    case 'translated':
      return z.record(z.string(), z.string())
    case 'choice':
    case 'status':
      return choiceOf(field)
    case 'text':
    case 'long_text':
    case 'phone':
    case 'email':
    case 'time_zone':
    case 'instant':
    case 'day':
    case 'colour':
    case 'rich_text':
    case 'image':
    case 'file':
      return z.string()
    default:
      return z.number()
  }
}

function told(field: Field): z.ZodMiniType {
  const value = field.optional ? z.nullable(kept(field)) : kept(field)
  return field.needs
    ? z.optional(value).check(z.describe(`Only with the permission \`${field.needs}\`; left out otherwise.`))
    : value
}

/** A record as the API gives it, for its documentation. */
export function rowSchema<E extends Entity>(entity: E): z.ZodMiniType<Row<E>> {
  const shape = fieldsOf(entity)
    .filter(([, field]) => field.kind !== 'secret')
    .map(([name, field]) => [name, told(field)])
  return z.object({
    id: z.int(),
    version: z.int(),
    ...Object.fromEntries(shape),
    created_at: z.string(),
    updated_at: z.string(),
    ...(entity.archives && { archived_at: z.nullable(z.string()) }),
  }) as never
}

/** The same with what its feature adds to it. */
export const rowWith = <M extends z.core.$ZodLooseShape>(entity: Entity, more: M) =>
  z.extend(rowSchema(entity) as unknown as z.ZodMiniObject, more)
