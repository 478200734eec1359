import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import { asFailure, type Failure } from '../api/failure.ts'
import { newKey } from '../api/idempotency.ts'
import { invalidate } from '../api/queries.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { type Draft, draftOf } from '../fields/draft.ts'
import { toast } from '../ui/toast.ts'
import { isUploading } from '../upload/under-way.ts'
import { focusFirst } from './focus-first.ts'
import { problemsOfSending, type Sending, sendRecord } from './sent-fields.ts'
import { useDraft } from './use-draft.ts'

/** Another person changed the record while it was being edited. */
export interface Conflict {
  /** As it is on the server now. */
  current: AnyRow
  /** Who changed it last, and when; absent where that is not known. */
  by?: string | null
  at?: string
}

interface Options {
  entity: Entity
  /** The record that is edited; null for a new one. */
  row: AnyRow | null
  /** What is known of a new record from where one came from. */
  initial?: Draft
  onSaved: (row: AnyRow, draft: Draft) => void
}

/** A refusal of one of a list's entries (`rule_ids.0`) stands at the list. */
function byField(refused: Readonly<Record<string, string>>): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [path, reason] of Object.entries(refused)) fields[path.split('.')[0] ?? path] ??= reason
  return fields
}

/** Sends a form: checked here by the server's own rules first, then by the server. */
function useSaving({ entity, onSaved }: Options, saved: (values: Draft) => void) {
  const { t } = useTranslation(['errors', 'common'])
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const key = useRef(newKey())

  function refused(failure: Failure) {
    // A silent server may have done it: the same key is sent again, and it is done once.
    if (failure.kind === 'silent') return toast(t('common:form.not_sent'), { tone: 'error' })
    key.current = newKey()
    const overtaken = failure.data as Partial<Conflict> | null
    if (failure.code === 409 && overtaken?.current) return setConflict(overtaken as Conflict)
    const fields = byField(failure.fields)
    const names = Object.keys(fields)
    setErrors(fields)
    focusFirst(names)
    if (names.length === 0 || names.some((name) => !(name in entity.fields))) toast(failure.message, { tone: 'error' })
  }

  async function send(sending: Sending) {
    if (isUploading()) return toast(t('files:still_uploading'), { tone: 'error' })
    const problems = Object.entries(problemsOfSending(sending))
    setErrors(Object.fromEntries(problems.map(([name, problem]) => [name, t(problem.key, { ...problem.figures })])))
    if (problems.length > 0) return focusFirst(problems.map(([name]) => name))
    setBusy(true)
    try {
      const row = await sendRecord(sending, key.current)
      key.current = newKey()
      saved(sending.values)
      toast(t('common:done.saved'), { tone: 'success' })
      void invalidate(entity.name)
      onSaved(row, sending.values)
    } catch (error) {
      refused(asFailure(error))
    } finally {
      setBusy(false)
    }
  }

  /** What is being changed is no longer wrong. */
  const mend = (names: readonly string[]) =>
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))))
  return { errors, busy, conflict, send, mend, leaveConflict: () => setConflict(null) }
}

/** A form's values, what is wrong with them, and saving them. */
export function useEntityForm(options: Options) {
  const { entity } = options
  const draft = useDraft(options)
  const saving = useSaving(options, draft.saved)
  const { base, start, values } = draft
  function changeAll(change: Draft) {
    draft.change(change)
    saving.mend(Object.keys(change))
  }
  return {
    draft: values,
    start,
    changed: draft.changed,
    dirty: draft.changed.length > 0,
    creating: base === null,
    restored: draft.restored,
    errors: saving.errors,
    busy: saving.busy,
    conflict: saving.conflict,
    leaveConflict: saving.leaveConflict,
    changeAll,
    change: (name: string, value: unknown) => changeAll({ [name]: value }),
    save: () => saving.send({ entity, base, start, values }),
    /** Goes on with what was chosen of both, on top of the record as it is now. */
    resolve(chosen: Draft, current: AnyRow) {
      saving.leaveConflict()
      draft.rebase(current, chosen)
      void saving.send({ entity, base: current, start: draftOf(entity, current), values: chosen })
    },
    /** Back to the beginning, as far as nothing is saved. */
    startOver() {
      draft.startOver()
      saving.mend(Object.keys(values))
    },
  }
}

export type EntityFormState = ReturnType<typeof useEntityForm>
