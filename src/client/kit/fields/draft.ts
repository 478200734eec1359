import * as z from 'zod/mini'
import { type Entity, editable, fieldsOf } from '../../../shared/kit/entity.ts'
import { type Problem, problemsOf } from '../../../shared/kit/problems.ts'
import { againOf, changeSchema, draftSchema } from '../../../shared/kit/schema.ts'
import type { AnyRow } from './cell.tsx'
import { same } from './same.ts'

/** What a form holds: values as the contract has them; what cannot be read yet is kept as it was typed. */
export type Draft = Record<string, unknown>

/** A new record's form: each field's starting value. */
export const emptyDraft = (entity: Entity): Draft =>
  Object.fromEntries(
    fieldsOf(entity)
      .filter(([, field]) => editable(field, true))
      .flatMap(([name, field]) => [
        [name, field.initial ?? (field.kind === 'references' ? [] : null)],
        ...(field.twice ? [[againOf(name), '']] : []),
      ]),
  )

/** A record's form: what the record holds. Secrets are never read back. */
export const draftOf = (entity: Entity, row: AnyRow): Draft =>
  Object.fromEntries(
    fieldsOf(entity)
      .filter(([, field]) => field.edit !== 'server')
      .map(([name, field]) => [name, field.kind === 'secret' ? null : (row[name] ?? null)]),
  )

/** The names of the fields that differ. */
export const changedIn = (before: Draft, after: Draft): string[] =>
  Object.keys(after).filter((name) => !same(before[name], after[name]))

/** A figure with decimals, as people type it. */
const FIGURE = /^[-−]?\d*[.,]\d+$/

type Problems = Record<string, Problem>

/** Words for people who type: nothing there is missing, and a price is no "whole number". */
function inPlainWords(entity: Entity, problems: Problems, draft: Draft): Problems {
  const plain = Object.entries(problems).map(([name, problem]): [string, Problem] => {
    const value = draft[name]
    if (value === null || value === undefined || value === '') return [name, { key: 'required' }]
    const { scale = 1 } = entity.fields[name] ?? {}
    if (scale === 1 || problem.key !== 'whole_number') return [name, problem]
    const figure = FIGURE.test(String(value))
    return [name, figure ? { key: 'too_fine', figures: { digits: Math.log10(scale) } } : { key: 'not_a_number' }]
  })
  return Object.fromEntries(plain)
}

/** What is wrong with a new record's values, by field. */
export function problemsOfDraft(entity: Entity, draft: Draft): Problems {
  const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
  const parsed = z.safeParse(draftSchema(entity), given)
  return parsed.success ? {} : inPlainWords(entity, problemsOf(parsed.error.issues, entity.fields), draft)
}

/** What is wrong with the fields that changed. An emptied one that may not be empty is missing. */
export function problemsOfChange(entity: Entity, change: Draft): Problems {
  const parsed = z.safeParse(changeSchema(entity), { id: 1, version: 1, ...change })
  return parsed.success ? {} : inPlainWords(entity, problemsOf(parsed.error.issues, entity.fields), change)
}
