import type { Entity } from '../../../shared/kit/entity.ts'
import type { Field } from '../../../shared/kit/fields.ts'
import { LANGUAGES } from '../../../shared/kit/languages.ts'
import type { Message } from '../../kit/refusal.ts'
import { labelOf } from '../sheet-words.ts'
import { importable, isRequired } from './importable.ts'

export interface Matched {
  /** Where in a row each field stands. */
  places: ReadonlyMap<string, number>
  /** Headings that are no field's, or of a field that a sheet does not bring. */
  ignored: string[]
  problems: { field: string; message: Message }[]
}

/** Without the required mark, the unit behind it and the case of its letters. */
const plain = (heading: string): string =>
  heading
    .replace(/[*＊]/g, '')
    .replace(/\s*[(（][^()（）]*[)）]\s*$/, '')
    .trim()
    .toLowerCase()

/** Finds fields by their names in any language, or as the API calls them. */
export function matchHeadings(entity: Entity, headings: readonly string[]): Matched {
  const fields = importable(entity)
  const byName = new Map(fields.flatMap(([name]) => namesOf(entity, name).map((known) => [known, name] as const)))
  const places = new Map<string, number>()
  const ignored: string[] = []
  const problems: Matched['problems'] = []
  headings.forEach((heading, at) => {
    const name = byName.get(plain(heading))
    if (name === undefined) {
      if (heading) ignored.push(heading)
    } else if (places.has(name)) problems.push({ field: name, message: { key: 'sheets:heading_twice' } })
    else places.set(name, at)
  })
  return { places, ignored, problems: [...problems, ...missing(fields, places)] }
}

const missing = (fields: readonly [string, Field][], places: ReadonlyMap<string, number>) =>
  fields
    .filter(([name, field]) => isRequired(field) && !places.has(name))
    .map(([field]) => ({ field, message: { key: 'sheets:heading_missing' } }))

const namesOf = (entity: Entity, name: string): string[] =>
  [name, ...LANGUAGES.map((language) => labelOf(language, entity, name))].map(plain)
