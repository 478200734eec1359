import { type Entity, fieldsOf } from '../../../shared/kit/entity.ts'
import { againOf } from '../../../shared/kit/schema.ts'
import { changedIn, type Draft } from '../fields/draft.ts'
import { forgetPrivate, keepPrivate, keptPrivate } from '../session/private.ts'

const DAY_SECONDS = 24 * 3600
const keyOf = (entity: Entity) => `draft/${entity.name}`

/** Keeps what was entered of a new record for a day: a phone's browser may drop the page. Secrets are not kept. */
export function keepDraft(entity: Entity, draft: Draft, start: Draft) {
  const secrets = fieldsOf(entity)
    .filter(([, field]) => field.kind === 'secret')
    .flatMap(([name]) => [name, againOf(name)])
  const names = changedIn(start, draft).filter((name) => !secrets.includes(name))
  if (names.length === 0) return dropDraft(entity)
  keepPrivate(keyOf(entity), Object.fromEntries(names.map((name) => [name, draft[name]])), DAY_SECONDS)
}

/** What was entered and not saved; only fields that there still are. */
export function keptDraft(entity: Entity): Draft | null {
  const found = keptPrivate<Draft>(keyOf(entity))
  if (!found) return null
  const known = Object.entries(found).filter(([name]) => name in entity.fields)
  return known.length > 0 ? Object.fromEntries(known) : null
}

export const dropDraft = (entity: Entity) => forgetPrivate(keyOf(entity))
