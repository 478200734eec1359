/**
 * The kinds of field an entity may have. A field is data: what it holds, where it shows, what it
 * accepts. Cells, inputs, filters, validation, columns and exports all follow from it.
 */
import type { Period } from '../domain/charging-profiles/profile.ts'
import type { Expected } from '../domain/expected.ts'
import { MOST_GUN } from '../domain/gun-number.ts'
import type { CheckItem } from '../domain/inspection.ts'
import type { Translations } from './languages.ts'
import { MOST_FILES } from './uploads.ts'

/** Where a field shows: the card's title, pill, large figure or second line; a table column only; or details and form only. */
export type Slot = 'title' | 'badge' | 'lead' | 'line' | 'wide' | 'detail'

/** One hue a state, always beside a word: see the tokens of the same names. */
export const TONES = ['available', 'charging', 'waiting', 'faulted', 'reserved', 'offline'] as const
export type Tone = (typeof TONES)[number]

export interface Options {
  slot?: Slot
  /** May be left empty; its value is then null. */
  optional?: true
  /** Offered as a filter. */
  filter?: true
  /** Looked into by the list's keyword. */
  search?: true
  /** A name that is found by its pinyin too: `<name>_spelled` has it (migration 0181). */
  spelled?: true
  /** Sorted on request. Identities always are, moments too unless the entity keeps a tally. */
  sort?: true
  /** Who may set it: anyone who edits, only at creation, or the server alone. */
  edit?: 'always' | 'create' | 'server'
  /** The form's starting value. */
  initial?: string | number | boolean
  /** How the form asks for it where its kind knows more than one way: a choice as radio buttons, a flag as a checkbox, a reference from a table. */
  layout?: 'radio' | 'checkbox' | 'table'
  /** Heading under which the form shows it; a key of the entity's words. */
  section?: string
  /** The permission without which only a mask of it is shown: 138****1234. */
  masked?: string
  /** Left empty it means something, which its word in `none` says: all sites. */
  none?: true
  /**
   * The permission without which it is not there at all: in no record, list, order, filter, search, sheet or log. It is neither
   * the title nor the order in which a list starts; who lacks it makes records with its starting value.
   */
  needs?: string
}

/** The value a field holds, null included when it is optional. Type level only. */
declare const value: unique symbol
interface Holds<V> {
  readonly [value]?: V
}
type Held<O, V> = O extends { optional: true } ? V | null : V

export type Kind =
  | 'text'
  | 'long_text'
  | 'phone'
  | 'email'
  | 'secret'
  | 'count'
  | 'scaled'
  | 'percent'
  | 'hour'
  | 'minutes'
  | 'seconds'
  | 'instant'
  | 'day'
  | 'flag'
  | 'choice'
  | 'status'
  | 'reference'
  | 'references'
  | 'time_zone'
  | 'decimal'
  | 'region'
  | 'choices'
  | 'colour'
  | 'rating'
  | 'slider'
  | 'rich_text'
  | 'translated'
  | 'image'
  | 'images'
  | 'file'
  | 'schedule'
  | 'expected'
  | 'checks'

export interface Field extends Options, Holds<unknown> {
  readonly kind: Kind
  /** Longest text, in characters. */
  readonly max?: number
  readonly min?: number
  readonly most?: number
  /** Shown behind the figure: V, A, kW, ¥/kWh. */
  readonly unit?: string
  /** Units of storage in one unit of display: 100 cents a yuan, 1000 Wh a kWh. */
  readonly scale?: number
  /** Digits shown behind the point. */
  readonly digits?: number
  /** Money shows its sign in front. */
  readonly money?: true
  /** The number of a gun, which reads 1-2 for the second connector of an EVSE. */
  readonly gun?: true
  /** Between two values that a slider stops at. */
  readonly step?: number
  /** A secret that a person chooses: the rule for passwords holds, and it is typed twice, `<name>_again` being the same. */
  readonly twice?: true
  /** One of a pair that has one input: see `place`. */
  readonly half?: 'longitude' | 'latitude'
  readonly choices?: readonly string[]
  /** An operator adds values of its own to the choices: see `dictionaries.ts`. */
  readonly open?: true
  /** A translated text has headings, lists and links in each language. */
  readonly rich?: true
  /** Anyone who writes the text is offered the operator's phrases. */
  readonly phrases?: true
  readonly tones?: Readonly<Record<string, Tone>>
  /** A file that is firmware alone, and may be larger than others. */
  readonly takes?: 'firmware'
  /** Its values, or choices, are names of the code's, whose words stand in these parts of the locales: `logs:actions`. */
  readonly words?: readonly string[]
  /** Name of the entity that a reference points at. */
  readonly to?: string
}

type Make<K extends Kind, O, V> = { readonly kind: K } & Readonly<O> & Holds<Held<O, V>>
const field = <K extends Kind, O extends object, V>(kind: K, options: O) => ({ ...options, kind }) as Make<K, O, V>

export const text = <const O extends Options & { max?: number; min?: number; words?: readonly string[] }>(
  options: O = {} as O,
) => field<'text', O & { max: number }, string>('text', { max: 60, ...options })
export const longText = <const O extends Options & { max?: number; phrases?: true }>(options: O = {} as O) =>
  field<'long_text', O & { max: number }, string>('long_text', { max: 500, ...options })
export const phone = <const O extends Options>(options: O = {} as O) =>
  field<'phone', O & { max: number }, string>('phone', { max: 20, ...options })
export const email = <const O extends Options>(options: O = {} as O) =>
  field<'email', O & { max: number }, string>('email', { max: 120, ...options })
/** Written, never read back: the server keeps a hash of it. Its column is `<name>_hash`. */
export const secret = <const O extends Options & { min?: number; max?: number; twice?: true }>(options: O = {} as O) =>
  field<'secret', O & { max: number; slot: 'detail' }, string>('secret', { max: 64, slot: 'detail', ...options })

/** A whole number as people count. */
export const count = <const O extends Options & { min?: number; most?: number; unit?: string }>(options: O = {} as O) =>
  field<'count', O & { min: number; most: number }, number>('count', { min: 0, most: 1_000_000_000, ...options })
/** The number of a gun of a pile. */
export const gun = <const O extends Options & { min?: number; most?: number }>(options: O = {} as O) =>
  count({ most: MOST_GUN, ...options, gun: true } as O & { most: number; gun: true })
/** A whole number of small units that people read in large ones: 1250 W as 1.25 kW. */
export const scaled = <
  const O extends Options & { scale: number; unit: string; digits?: number; min?: number; most?: number },
>(
  options: O,
) =>
  field<'scaled', O & { min: number; most: number }, number>('scaled', { min: 0, most: 1_000_000_000_000, ...options })
/** Money in cents. */
export const cents = <const O extends Options & { min?: number; most?: number; unit?: string }>(options: O = {} as O) =>
  scaled({ scale: 100, digits: 2, unit: '', most: 100_000_000, ...options, money: true } as O & {
    scale: 100
    digits: 2
    unit: string
    money: true
  })
/** Energy in Wh, read in kWh. */
export const wattHours = <const O extends Options>(options: O = {} as O) =>
  scaled({ scale: 1000, digits: 2, unit: 'kWh', ...options } as O & { scale: 1000; unit: 'kWh' })
/** Power in W, read in kW. */
export const watts = <const O extends Options & { min?: number; most?: number }>(options: O = {} as O) =>
  scaled({ scale: 1000, digits: 1, unit: 'kW', ...options } as O & { scale: 1000; unit: 'kW' })
export const percent = <const O extends Options>(options: O = {} as O) =>
  field<'percent', O & { min: number; most: number }, number>('percent', { min: 0, most: 100, ...options })
/** An hour of the day in the site's time zone, 0 to 23. */
export const hour = <const O extends Options>(options: O = {} as O) =>
  field<'hour', O & { min: number; most: number }, number>('hour', { min: 0, most: 23, ...options })
export const minutes = <const O extends Options & { most?: number }>(options: O = {} as O) =>
  field<'minutes', O & { min: number; most: number }, number>('minutes', { min: 0, most: 1440, ...options })
/** A duration in seconds, shown as hours and minutes. */
export const seconds = <const O extends Options>(options: O = {} as O) =>
  field<'seconds', O & { min: number; most: number }, number>('seconds', { min: 0, most: 1_000_000_000, ...options })

/** A moment in UTC, ISO 8601. */
export const instant = <const O extends Options>(options: O = {} as O) =>
  field<'instant', O, string>('instant', options)
/** A calendar day, YYYY-MM-DD. */
export const day = <const O extends Options>(options: O = {} as O) => field<'day', O, string>('day', options)
export const flag = <const O extends Options>(options: O = {} as O) => field<'flag', O, boolean>('flag', options)

/** One of the choices; of an open field, or a value that the operator added. */
type Chosen<C extends readonly string[], O> = O extends { open: true } ? C[number] | (string & {}) : C[number]

export const choice = <const C extends readonly string[], const O extends Options & { open?: true }>(
  choices: C,
  options: O = {} as O,
) => field<'choice', O & { choices: C }, Chosen<C, O>>('choice', { ...options, choices })
/** A choice with a tone for each value. */
export const status = <const T extends Record<string, Tone>, const O extends Options>(tones: T, options: O = {} as O) =>
  field<'status', O & { choices: (keyof T & string)[]; tones: T }, keyof T & string>('status', {
    ...options,
    choices: Object.keys(tones),
    tones,
  })

/** Several of a few, kept in the order in which they are declared. Its column is `text[]`. */
export const choices = <
  const C extends readonly string[],
  const O extends Options & { open?: true; words?: readonly string[] },
>(
  of: C,
  options: O = {} as O,
) => field<'choices', O & { choices: C }, Chosen<C, O>[]>('choices', { ...options, choices: of })
/** A colour as `#rrggbb`. */
export const colour = <const O extends Options>(options: O = {} as O) => field<'colour', O, string>('colour', options)
/** Whole stars, from 1 to `most`. */
export const rating = <const O extends Options & { most?: number }>(options: O = {} as O) =>
  field<'rating', O & { min: number; most: number }, number>('rating', { most: 5, ...options, min: 1 })
/** A whole number that is set by sliding between its bounds. */
export const slider = <const O extends Options & { min?: number; most?: number; step?: number; unit?: string }>(
  options: O = {} as O,
) =>
  field<'slider', O & { min: number; most: number; step: number }, number>('slider', {
    min: 0,
    most: 100,
    step: 1,
    ...options,
  })
/** Text with headings, lists and links, as HTML of `RICH_TEXT` alone: the server takes away whatever else it holds. */
export const richText = <const O extends Options & { max?: number }>(options: O = {} as O) =>
  field<'rich_text', O & { max: number }, string>('rich_text', { max: 20_000, ...options })

/**
 * A text in some of the languages, by their tags; kept as one `jsonb`. A reader sees their own, else the fallback's, else any: in lists,
 * their order, sheets and forms, where the other languages are folded. It is never a record's title.
 */
export const translated = <const O extends Options & { max?: number; rich?: true }>(options: O = {} as O) =>
  field<'translated', O & { max: number }, Translations>('translated', {
    max: options.rich ? 20_000 : 60,
    ...options,
  })

/** Points at another entity by its id; the list's rows carry `{ id, title }` of it beside, under the name without `_id`. */
export const reference = <const T extends string, const O extends Options>(to: T, options: O = {} as O) =>
  field<'reference', O & { to: T }, number>('reference', { ...options, to })
/** Points at several. `rule_ids` of strategy is kept in the table of pairs `strategy_rule (strategy_id, rule_id)`. */
export const references = <const T extends string, const O extends Options & { most?: number }>(
  to: T,
  options: O = {} as O,
) => field<'references', O & { to: T }, number[]>('references', { ...options, to })

/** A time zone's IANA name. */
export const timeZone = <const O extends Options>(options: O = {} as O) =>
  field<'time_zone', O & { max: number }, string>('time_zone', { max: 60, ...options })
/** A figure that no small unit makes whole. */
export const decimal = <const O extends Options & { min: number; most: number; digits: number; unit?: string }>(
  options: O,
) => field<'decimal', O, number>('decimal', options)

/** What holds from when on, as steps of a time that counts from zero. Kept as one `jsonb`. */
export const schedule = <const O extends Options>(options: O = {} as O) =>
  field<'schedule', O, Period[]>('schedule', options)
/** What keys of a pile's configuration should say. Kept as one `jsonb`. */
export const expected = <const O extends Options>(options: O = {} as O) =>
  field<'expected', O, Expected[]>('expected', options)
/** What is looked at on a pile, in order. Kept as one `jsonb`. */
export const checks = <const O extends Options>(options: O = {} as O) =>
  field<'checks', O, CheckItem[]>('checks', options)

/** Longitude or latitude in degrees, WGS 84. */
export const degrees = <const O extends Options & { min: number; most: number; half?: 'longitude' | 'latitude' }>(
  options: O,
) => field<'decimal', O, number>('decimal', options)

/** A point on the ground: two fields and columns, one input. A record has both or neither. */
export const place = <const O extends Options>(options: O = {} as O) => ({
  longitude: degrees({ ...options, min: -180, most: 180, half: 'longitude' } as O & {
    min: number
    most: number
    half: 'longitude'
  }),
  latitude: degrees({ ...options, min: -90, most: 90, half: 'latitude' } as O & {
    min: number
    most: number
    half: 'latitude'
  }),
})

/**
 * A province, city or area of China by its six-digit code (GB/T 2260); its city and province are its first four and two digits.
 * Rows carry `{ id, title }` of it beside, under the name without `_id`.
 */
export const region = <const O extends Options>(options: O = {} as O) =>
  field<'region', O & { min: number; most: number }, number>('region', { min: 110_000, most: 829_999, ...options })

/** A picture that was uploaded, by its file's key. */
export const image = <const O extends Options>(options: O = {} as O) => field<'image', O, string>('image', options)
/** Pictures by their files' keys, in the order in which they show. */
export const images = <const O extends Options & { most?: number }>(options: O = {} as O) =>
  field<'images', O & { most: number }, string[]>('images', { most: MOST_FILES, ...options })
/** Any file that was uploaded, by its key. Rows carry its `{ name, size_bytes }` beside, under the field's name and `_file`. */
export const attachment = <const O extends Options & { takes?: 'firmware' }>(options: O = {} as O) =>
  field<'file', O, string>('file', options)

export type Fields = Readonly<Record<string, Field>>
export type Value<F> = F extends Holds<infer V> ? V : never
