import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bulkFields } from '../../../../shared/kit/bulk.ts'
import type { Entity } from '../../../../shared/kit/entity.ts'
import { asFailure } from '../../api/failure.ts'
import { newKey } from '../../api/idempotency.ts'
import { invalidate } from '../../api/queries.ts'
import { changeMany } from '../../api/records.ts'
import type { AnyRow } from '../../fields/cell.tsx'
import { problemsOfChange } from '../../fields/draft.ts'
import { FieldInput } from '../../fields/field-input.tsx'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import css from '../views/view-menu.module.css'
import { type Refused, RefusedList } from './refused-list.tsx'

interface Props {
  entity: Entity
  rows: readonly AnyRow[]
  onDone: () => void
  onClose: () => void
}

/**
 * Sends the change of all of them under one key: once it was sent, pressing again repeats nothing. Who reads that another person
 * changed some of them and presses again has chosen: that change is then known.
 */
function useChanging({ entity, rows, onDone, onClose }: Props) {
  const { t } = useTranslation('common')
  const [key, setKey] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [versions, setVersions] = useState(() => Object.fromEntries(rows.map(({ id, version }) => [id, version])))
  async function send(change: Record<string, unknown>) {
    setBusy(true)
    setRefused([])
    try {
      const ids = rows.map(({ id }) => id)
      const { changed } = await changeMany(entity, { ids, change, versions }, key)
      toast(t('bulk.done', { count: changed }), { tone: 'success' })
      void invalidate(entity.name)
      onDone()
      onClose()
    } catch (error) {
      const failure = asFailure(error)
      if (failure.kind !== 'silent') setKey(newKey())
      setWrong(Object.values(failure.fields)[0] ?? failure.message)
      const stayed = (failure.data as { refused?: Refused[] } | null)?.refused ?? []
      setRefused(stayed)
      const known = stayed.flatMap(({ id, changed }) => (changed ? [[id, changed.version]] : []))
      setVersions({ ...versions, ...Object.fromEntries(known) })
      if (known.length > 0) void invalidate(entity.name)
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, wrong, setWrong, refused }
}

interface ValueProps {
  entity: Entity
  name: string
  value: unknown
  wrong: string | null
  onChange: (value: unknown) => void
}

/** What the field is set to, by the input of its kind. */
function Value({ entity, name, value, wrong, onChange }: ValueProps) {
  const words = useWords(entity)
  return (
    <Labelled label={words.label(name)} error={wrong}>
      {({ id, invalid, 'aria-describedby': describedBy }) => (
        <FieldInput {...{ entity, name, id, value, invalid, describedBy, onChange }} disabled={false} />
      )}
    </Labelled>
  )
}

/** Which field is set, and to what. */
function useChoice(entity: Entity) {
  const words = useWords(entity)
  const options = bulkFields(entity).map(([key]) => ({ key, label: words.label(key) }))
  const [name, setName] = useState(options[0]?.key ?? '')
  const [value, setValue] = useState<unknown>(null)
  function choose(next: string) {
    setName(next)
    setValue(entity.fields[next]?.kind === 'flag' ? false : null)
  }
  return { options, name, value, setValue, choose }
}

/** Sets one field of several records: all of them, or none. */
export function BulkEdit(props: Props) {
  const { entity, rows, onClose } = props
  const { t } = useTranslation(['common', 'errors'])
  const words = useWords(entity)
  const id = useId()
  const { options, name, value, setValue, choose } = useChoice(entity)
  const { send, busy, wrong, setWrong, refused } = useChanging(props)
  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = problemsOfChange(entity, { [name]: value })[name]
    if (problem) setWrong(t(`errors:${problem.key}`, { ...problem.figures }))
    else void send({ [name]: value })
  }
  function change(next: unknown) {
    setValue(next)
    setWrong(null)
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button type="submit" form={id} look="primary" busy={busy}>
        {t('bulk.apply', { count: rows.length })}
      </Button>
    </>
  )
  return (
    <Dialog small title={t('bulk.title', { count: rows.length, many: words.many })} onClose={onClose} foot={foot}>
      <form id={id} className={css.form} onSubmit={submit} noValidate>
        <Labelled label={t('bulk.field')}>
          {(control) => (
            <Select<string>
              id={control.id}
              label={t('bulk.field')}
              options={options}
              value={options.find(({ key }) => key === name) ?? null}
              onChange={(option) => option && choose(option.key)}
            />
          )}
        </Labelled>
        <Value key={name} entity={entity} name={name} value={value} wrong={wrong} onChange={change} />
        <RefusedList refused={refused} />
        {refused.some(({ changed }) => changed) && <p>{t('bulk.overtaken')}</p>}
      </form>
    </Dialog>
  )
}
