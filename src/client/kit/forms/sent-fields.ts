import { type Entity, editable } from '../../../shared/kit/entity.ts'
import type { Problem } from '../../../shared/kit/problems.ts'
import { create, update } from '../api/records.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { changedIn, type Draft, problemsOfChange, problemsOfDraft } from '../fields/draft.ts'

/** A record's form as it is sent: on top of which record, and from which values. */
export interface Sending {
  entity: Entity
  /** The record as it was read; null for a new one. */
  base: AnyRow | null
  start: Draft
  values: Draft
}

const withoutEmpty = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== ''))

/** Of an edited record only what changed and may be changed is checked and sent. */
function fieldsToSend({ entity, base, start, values }: Sending): Draft {
  if (!base) return values
  const names = changedIn(start, values).filter((name) => {
    const field = entity.fields[name]
    return field && editable(field, false)
  })
  return Object.fromEntries(names.map((name) => [name, values[name]]))
}

export function problemsOfSending(sending: Sending): Record<string, Problem> {
  const fields = fieldsToSend(sending)
  return sending.base ? problemsOfChange(sending.entity, fields) : problemsOfDraft(sending.entity, fields)
}

/** Creates the record, or changes it with the version that was read. */
export function sendRecord(sending: Sending, key: string): Promise<AnyRow> {
  const { entity, base } = sending
  const fields = fieldsToSend(sending)
  const saved = base
    ? update(entity, { id: base.id, version: base.version, ...fields } as never, key)
    : create(entity, withoutEmpty(fields) as never, key)
  return saved as unknown as Promise<AnyRow>
}
