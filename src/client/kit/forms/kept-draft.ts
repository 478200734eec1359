import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import { againOf } from '../../../shared/kit/schema.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { changedIn, type Draft } from '../fields/draft.ts'
import { forgetPrivate, keepDay, keptPrivate } from '../session/private.ts'

/** What was entered and not saved. */
export interface KeptDraft {
  values: Draft
  /** Of a record that is edited: the version that was read, and what the same fields held then. */
  version?: number
  start?: Draft
}

/** A record's form; null for a new one's. */
type Of = AnyRow | null

const keyOf = (entity: Entity, of: Of) => (of ? `draft/${entity.name}/${of.id}` : `draft/${entity.name}`)

/** Keeps what was entered for a day: a phone's browser may drop the page, a session may end. Secrets are not kept. */
export function keepDraft(entity: Entity, of: Of, { start, values }: { start: Draft; values: Draft }) {
  const secrets = fieldsOf(entity)
    .filter(([, field]) => field.kind === 'secret')
    .flatMap(([name]) => [name, againOf(name)])
  const names = changedIn(start, values).filter((name) => !secrets.includes(name))
  if (names.length === 0) return dropDraft(entity, of)
  const only = (draft: Draft) => Object.fromEntries(names.map((name) => [name, draft[name] ?? null]))
  const kept: KeptDraft = { values: only(values), ...(of && { version: of.version, start: only(start) }) }
  keepDay(keyOf(entity, of), kept)
}

/** Only fields that there still are. */
export function keptDraft(entity: Entity, of: Of): KeptDraft | null {
  const { values = {}, ...found } = keptPrivate<Partial<KeptDraft>>(keyOf(entity, of)) ?? {}
  const known = Object.entries(values).filter(([name]) => name in entity.fields)
  return known.length > 0 ? { ...found, values: Object.fromEntries(known) } : null
}

export const dropDraft = (entity: Entity, of: Of) => forgetPrivate(keyOf(entity, of))
