import { useState } from 'react'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { changedIn, type Draft, draftOf, emptyDraft } from '../fields/draft.ts'
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts'

interface Given {
  entity: Entity
  /** The record that is edited; null for a new one. */
  row: AnyRow | null
  /** What is known of a new record from where one came from. */
  initial?: Draft
}

/** A form's values, from the record or from nothing. What is entered of a new record is kept on this device. */
export function useDraft({ entity, row, initial }: Given) {
  const [base, setBase] = useState<AnyRow | null>(row)
  const [start, setStart] = useState<Draft>(() => (row ? draftOf(entity, row) : { ...emptyDraft(entity), ...initial }))
  const [kept, setKept] = useState(() => (row ? null : keptDraft(entity)))
  const [values, setValues] = useState<Draft>({ ...start, ...kept })
  return {
    base,
    start,
    values,
    changed: changedIn(start, values),
    /** There was something kept from the time before. */
    restored: kept !== null,
    change(change: Draft) {
      // Two uploads may arrive before the form shows the first of them.
      setValues((now) => ({ ...now, ...change }))
      if (!base) keepDraft(entity, { ...values, ...change }, start)
    },
    saved(now: Draft) {
      if (base) setStart(now)
      else dropDraft(entity)
    },
    /** A new record from the beginning. */
    startOver() {
      dropDraft(entity)
      setKept(null)
      setValues(start)
    },
    /** Goes on with these values on top of the record as it is now. */
    rebase(current: AnyRow, now: Draft) {
      setBase(current)
      setStart(draftOf(entity, current))
      setValues(now)
    },
  }
}
