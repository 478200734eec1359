import type { Kysely } from 'kysely'
import type { SEARCHED } from '../../shared/endpoints/shell.ts'
import type { Language } from '../../shared/kit/languages.ts'
import type { Condition } from '../kit/crud/keyword.ts'
import type { Database } from '../kit/database/tables.ts'
import { calledIn, wordOf } from './alarm-words.ts'

type Kind = (typeof SEARCHED)[number]

/** Where the search of the top bar looks for one kind of record, and what it says of each. */
export interface Place {
  /** What says more about each. */
  details: readonly string[]
  /** Fields of its own to look in, beside those that its list is searched by. */
  fields?: readonly string[]
  /** Found by the titles of what these refer to as well; the newest of each by this column, which an index has. */
  through?: Readonly<Record<string, string>>
  /** What orders those of one site or pile, by an index; their identity where it says nothing. */
  by?: string
  /** What the console calls it instead of its title. */
  word?: (language: Language, title: string) => string | undefined
  /** Another way to hold the word. */
  also?: (db: Kysely<Database>, language: Language, keyword: string) => Promise<Condition | null>
}

export const PLACES: Readonly<Record<Kind, Place>> = {
  pile: { details: ['site', 'serial_number'] },
  order: {
    details: ['site', 'pile', 'customer', 'plate'],
    through: { customer_id: 'id', pile_id: 'started_at' },
    by: 'started_at',
  },
  customer: { details: ['name', 'phone'] },
  site: { details: ['address'] },
  card: { details: ['customer'], through: { customer_id: 'id' } },
  alarm: {
    details: ['pile', 'site', 'vendor_code', 'message'],
    fields: ['vendor_code', 'message'],
    through: { pile_id: 'raised_at' },
    by: 'raised_at',
    also: calledIn,
    word: wordOf,
  },
  work_order: {
    details: ['number', 'pile', 'site'],
    through: { pile_id: 'created_at', site_id: 'created_at' },
    by: 'created_at',
  },
  merchant: { details: ['contact', 'phone'] },
  user: { details: ['name', 'dept'] },
}
