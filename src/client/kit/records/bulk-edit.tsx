import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '../../../shared/kit/entity.ts'
import { bulkFields } from '../../../shared/kit/schema.ts'
import { asFailure } from '../api/failure.ts'
import { newKey } from '../api/idempotency.ts'
import { invalidate } from '../api/queries.ts'
import { changeMany } from '../api/records.ts'
import type { AnyRow } from '../fields/cell.tsx'
import { problemsOfChange } from '../fields/draft.ts'
import { FieldInput } from '../fields/field-input.tsx'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Labelled } from '../ui/labelled.tsx'
import { Select } from '../ui/select.tsx'
import { toast } from '../ui/toast.ts'
import { type Refused, RefusedList } from './refused-list.tsx'
import css from './view-menu.module.css'

interface Props {
  entity: Entity
  rows: readonly AnyRow[]
  onDone: () => void
  onClose: () => void
}

/** Sends the change of all of them under one key: once it was sent, pressing again repeats nothing. */
function useChanging({ entity, rows, onDone, onClose }: Props) {
  const { t } = useTranslation('common')
  const [key, setKey] = useState(newKey)
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  async function send(change: Record<string, unknown>) {
    setBusy(true)
    setRefused([])
    try {
      const ids = rows.map(({ id }) => id)
      const { changed } = await changeMany(entity, { ids, change }, key)
      toast(t('bulk.done', { count: changed }), { tone: 'success' })
      void invalidate(entity.name)
      onDone()
      onClose()
    } catch (error) {
      const failure = asFailure(error)
      if (failure.kind !== 'silent') setKey(newKey())
      setWrong(Object.values(failure.fields)[0] ?? failure.message)
      setRefused((failure.data as { refused?: Refused[] } | null)?.refused ?? [])
    } finally {
      setBusy(false)
    }
  }
  return { send, busy, wrong, setWrong, refused }
}

/** Sets one field of several records: all of them, or none. */
export function BulkEdit(props: Props) {
  const { entity, rows, onClose } = props
  const { t } = useTranslation(['common', 'errors'])
  const words = useWords(entity)
  const id = useId()
  const fields = bulkFields(entity)
  const options = fields.map(([key]) => ({ key, label: words.label(key) }))
  const [name, setName] = useState(fields[0]?.[0] ?? '')
  const [value, setValue] = useState<unknown>(null)
  const { send, busy, wrong, setWrong, refused } = useChanging(props)
  const field = entity.fields[name]

  function choose(next: string) {
    setName(next)
    setValue(entity.fields[next]?.kind === 'flag' ? false : null)
    setWrong(null)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = problemsOfChange(entity, { [name]: value })[name]
    if (problem) setWrong(t(`errors:${problem.key}`, { ...problem.figures }))
    else void send({ [name]: value })
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
        {field && (
          <Labelled key={name} label={words.label(name)} error={wrong}>
            {(control) => (
              <FieldInput
                entity={entity}
                name={name}
                id={control.id}
                value={value}
                invalid={control.invalid}
                describedBy={control['aria-describedby']}
                disabled={false}
                onChange={(next) => {
                  setValue(next)
                  setWrong(null)
                }}
              />
            )}
          </Labelled>
        )}
        <RefusedList refused={refused} />
      </form>
    </Dialog>
  )
}
