import type { Entity } from './entity.ts'
import { fieldsOf } from './entity.ts'
import type { Field } from './fields.ts'

/** `fixed`: the console's own values. `open`: an operator adds its own. `phrases`: all are the operator's, offered to anyone who writes a text. */
export type DictionaryKind = 'fixed' | 'open' | 'phrases'

export interface Dictionary {
  /** `site.facilities`. */
  name: string
  entity: Entity
  field: string
  kind: DictionaryKind
}

/** What a value of an operator's own is made of. */
export const OWN_VALUE = /^[a-z][a-z0-9_]{0,39}$/

export function dictionaryKind(field: Field): DictionaryKind | null {
  if (field.choices) return field.open ? 'open' : 'fixed'
  return field.phrases ? 'phrases' : null
}

export const dictionaryName = (entity: Pick<Entity, 'name'>, field: string) => `${entity.name}.${field}`

/** The dictionaries of an entity: every field with choices, and every text that phrases are offered for. */
export const dictionariesOf = (entity: Entity): Dictionary[] =>
  fieldsOf(entity).flatMap(([field, declared]) => {
    const kind = dictionaryKind(declared)
    return kind ? [{ name: dictionaryName(entity, field), entity, field, kind }] : []
  })

/** Whether a person chooses among its values, so that one of them can be kept from being chosen. */
export const isChosen = (field: Field) => field.edit !== 'server' || field.open === true

/** Whether a value may stand in a field at all: an open one takes what an operator named. */
export const takesChoice = (field: Field, value: string) =>
  field.choices?.includes(value) === true || (field.open === true && OWN_VALUE.test(value))
