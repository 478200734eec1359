import { type ComponentType, type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, fieldsOf, permissionOf, titleField } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import type { Draft } from '../fields/draft.ts'
import { useWords } from '../i18n/use-words.ts'
import { useReadable } from '../session/can.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useWide } from '../ui/use-wide.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import css from './form.module.css'
import { FormFields, type FormParts } from './form-fields.tsx'
import { FormFoot } from './form-foot.tsx'
import { RestoredDraft } from './restored-draft.tsx'
import { RightGone } from './right-gone.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useEntityForm } from './use-entity-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** What a feature shows below the inputs: it follows what is being entered. */
export type FormPreview = ComponentType<{ draft: Draft; row: AnyRow | null }>

interface Props extends FormParts {
  entity: Entity
  /** The record that is edited; null for a new one. */
  row: AnyRow | null
  initial?: Draft
  preview?: FormPreview
  nameOf?: (row: AnyRow) => string
  onSaved?: (row: AnyRow) => void
  onClose: () => void
}

/** A secret that was entered, to be shown once it is stored. */
function secretIn(entity: Entity, draft: Draft): { name: string; secret: string } | null {
  const found = fieldsOf(entity).find(([name, field]) => field.kind === 'secret' && typeof draft[name] === 'string')
  return found ? { name: found[0], secret: draft[found[0]] as string } : null
}

/** Saving a form, and what comes after: the next one, a secret to be read once, or leaving. */
function useFormFlow({ entity, row, initial, onSaved, onClose }: Props) {
  const wide = useWide()
  const body = useRef<HTMLFormElement>(null)
  const next = useRef(false)
  const free = useRef(false)
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  const form = useEntityForm({
    entity,
    row,
    ...(initial && { initial }),
    onSaved: (saved, draft) => {
      onSaved?.(saved)
      const shown = row ? null : secretIn(entity, draft)
      if (next.current) begin()
      if (shown) setSecret(shown)
      else if (!next.current) end()
    },
  })
  // On a phone what is entered of a new record is kept: its browser drops pages, and nobody is asked.
  const asks = form.dirty && (wide || !form.creating)
  const leaving = useLeaveGuard(asks, free, { onGivenUp: form.startOver })
  function begin() {
    form.startOver()
    body.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
  }
  function end() {
    free.current = true
    onClose()
  }
  return {
    form,
    body,
    secret,
    save(another: boolean) {
      next.current = another
      void form.save()
    },
    leave: () => void leaving(onClose),
    secretRead() {
      setSecret(null)
      if (!next.current) end()
    },
  }
}

/** Creates or edits a record, in a dialog; on a phone it is the whole screen. */
export function EntityForm(given: Props) {
  const entity = useReadable(given.entity)
  const props = { ...given, entity }
  const { row, preview: Preview, nameOf, beside, below, inputs, asks, keeps } = props
  const parts = {
    ...(beside && { beside }),
    ...(below && { below }),
    ...(inputs && { inputs }),
    ...(asks && { asks }),
    ...(keeps && { keeps }),
  }
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const wide = useWide()
  const id = useId()
  const { form, body, secret, save, leave, secretRead } = useFormFlow(props)
  if (secret) return <SecretDialog label={words.label(secret.name)} secret={secret.secret} onClose={secretRead} />
  const title = row
    ? t('form.edit_title', { one: words.one, title: nameOf?.(row) ?? String(row[titleField(entity)] ?? '') })
    : t('form.create_title', { one: words.one })
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    save(false)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    save(false)
  }
  return (
    <Dialog
      title={title}
      onClose={leave}
      foot={
        <FormFoot
          id={id}
          one={words.one}
          busy={form.busy}
          onCancel={leave}
          onNext={form.creating ? () => save(true) : null}
        />
      }
      {...(form.creating && form.dirty && !wide && { note: t('form.draft_kept') })}
    >
      <form id={id} ref={body} onSubmit={submit} onKeyDown={press} noValidate>
        <RightGone permission={permissionOf(entity, row ? 'update' : 'create')} />
        {form.restored && form.dirty && <RestoredDraft onStartOver={form.startOver} />}
        <FormFields entity={entity} form={form} row={row} {...parts} />
        {Preview && (
          <div className={css.below}>
            <Preview draft={form.draft} row={row} />
          </div>
        )}
      </form>
      {form.conflict && <ConflictDialog entity={entity} form={form} conflict={form.conflict} />}
    </Dialog>
  )
}
