import { useState } from 'react'
import type { Entity } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { changedIn, type Draft, draftOf, emptyDraft } from '../fields/draft.ts'
import { dropDraft, type KeptDraft, keepDraft, keptDraft } from './kept-draft.ts'

interface Given {
  entity: Entity
  /** The record that is edited; null for a new one. */
  row: AnyRow | null
  /** What is known of a new record from where one came from. */
  initial?: Draft
}

/** A form's values, from the record or from nothing. What is entered is kept on this device until it is saved or given up. */
export function useDraft({ entity, row, initial }: Given) {
  const fresh = () => (row ? draftOf(entity, row) : { ...emptyDraft(entity), ...initial })
  const [kept, setKept] = useState(() => keptDraft(entity, row))
  const [base, setBase] = useState(() => row && asRead(row, kept))
  const [start, setStart] = useState<Draft>(() => ({ ...fresh(), ...kept?.start }))
  const [values, setValues] = useState<Draft>({ ...start, ...kept?.values })
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
      keepDraft(entity, base, { start, values: { ...values, ...change } })
    },
    saved(now: Draft) {
      if (base) setStart(now)
      dropDraft(entity, base)
    },
    /** From the beginning: nothing, or the record as it was read. */
    startOver() {
      dropDraft(entity, row)
      setKept(null)
      setBase(row)
      setStart(fresh())
      setValues(fresh())
    },
    /** Goes on with these values on top of the record as it is now. */
    rebase(current: AnyRow, now: Draft) {
      setBase(current)
      setStart(draftOf(entity, current))
      setValues(now)
    },
  }
}

/** What others did since is told when it is saved: the server compares with the version that was read then. */
const asRead = (row: AnyRow, kept: KeptDraft | null): AnyRow => ({ ...row, version: kept?.version ?? row.version })
