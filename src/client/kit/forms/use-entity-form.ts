import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, editable } from '../../../shared/kit/entity.ts'
import type { Problem } from '../../../shared/kit/problems.ts'
import { asFailure } from '../api/failure.ts'
import { newKey } from '../api/idempotency.ts'
import { invalidate } from '../api/queries.ts'
import { create, update } from '../api/records.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { changedIn, type Draft, draftOf, emptyDraft, problemsOfChange, problemsOfDraft } from '../fields/draft.ts'
import { toast } from '../ui/toast.ts'
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts'

/** Somebody else changed the record while it was being edited. */
export interface Conflict {
  /** As it is on the server now. */
  current: AnyRow
}

interface Options {
  entity: Entity
  /** The record that is edited; null for a new one. */
  row: AnyRow | null
  /** What is known of a new record from where one came from. */
  initial?: Draft
  onSaved: (row: AnyRow, draft: Draft) => void
}

function useDraft({ entity, row, initial }: Options) {
  const [base, setBase] = useState<AnyRow | null>(row)
  const [start, setStart] = useState<Draft>(() => (row ? draftOf(entity, row) : { ...emptyDraft(entity), ...initial }))
  const [kept] = useState(() => (row ? null : keptDraft(entity)))
  const [draft, setDraft] = useState<Draft>({ ...start, ...kept })
  return { base, setBase, start, setStart, draft, setDraft, restored: kept !== null }
}

/** A form's values, what is wrong with them, and saving them: checked here by the server's own rules first. */
export function useEntityForm(options: Options) {
  const { entity, onSaved } = options
  const { t } = useTranslation(['errors', 'common'])
  const { base, setBase, start, setStart, draft, setDraft, restored } = useDraft(options)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const key = useRef(newKey())
  const creating = base === null
  const changed = changedIn(start, draft)

  const inWords = ({ key: word, figures }: Problem) => t(word, { ...figures })
  function changeAll(values: Draft) {
    const next = { ...draft, ...values }
    setDraft(next)
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(([name]) => !(name in values))))
    if (creating) keepDraft(entity, next, start)
  }

  /** Of an edited record only what changed is checked and sent. */
  function toSend(values: Draft, from: Draft): Draft {
    if (creating) return values
    const names = changedIn(from, values).filter((name) => {
      const field = entity.fields[name]
      return field && editable(field, false)
    })
    return Object.fromEntries(names.map((name) => [name, values[name]]))
  }

  function refused(error: unknown) {
    const failure = asFailure(error)
    const current = (failure.data as { current?: AnyRow } | null)?.current
    if (failure.code === 409 && current) return setConflict({ current })
    const { fields } = failure
    setErrors(fields)
    const elsewhere = Object.keys(fields).length === 0 || Object.keys(fields).some((name) => !(name in entity.fields))
    // A silent server may have done it: the same key is sent again, and it is done once.
    if (failure.kind !== 'silent') key.current = newKey()
    if (elsewhere) toast(failure.message, { tone: 'error' })
  }

  async function send(values: Draft, from: AnyRow | null, before: Draft) {
    const sent = toSend(values, before)
    const problems = from ? problemsOfChange(entity, sent) : problemsOfDraft(entity, sent)
    const told = Object.fromEntries(Object.entries(problems).map(([name, problem]) => [name, inWords(problem)]))
    setErrors(told)
    if (Object.keys(told).length > 0) return focusFirst(Object.keys(told))
    setBusy(true)
    try {
      const saved = from
        ? await update(entity, { id: from.id, version: from.version, ...sent } as never, key.current)
        : await create(entity, withoutEmpty(sent) as never, key.current)
      if (!from) dropDraft(entity)
      setStart(values)
      toast(t('common:done.saved'), { tone: 'success' })
      void invalidate(entity.name)
      onSaved(saved as unknown as AnyRow, values)
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    draft,
    errors,
    busy,
    creating,
    conflict,
    restored,
    dirty: changed.length > 0,
    changed,
    start,
    changeAll,
    change: (name: string, value: unknown) => changeAll({ [name]: value }),
    save: () => send(draft, base, start),
    /** Goes on with what was chosen of both, on top of the record as it is now. */
    resolve(values: Draft, current: AnyRow) {
      const theirs = draftOf(entity, current)
      setConflict(null)
      setBase(current)
      setStart(theirs)
      setDraft(values)
      key.current = newKey()
      void send(values, current, theirs)
    },
    leaveConflict: () => setConflict(null),
    startOver() {
      dropDraft(entity)
      setDraft(start)
      setErrors({})
    },
  }
}

export type EntityFormState = ReturnType<typeof useEntityForm>

const withoutEmpty = (draft: Draft): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null && value !== ''))

/** The first field at fault takes the focus, in the order in which they stand. */
function focusFirst(names: readonly string[]) {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-field]')]
  const first = fields.find((field) => names.includes(field.dataset.field ?? ''))
  first?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
}
