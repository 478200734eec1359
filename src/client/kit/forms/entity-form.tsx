import { type ComponentType, type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Entity, fieldsOf, titleField } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../fields/cell.tsx'
import type { Draft } from '../fields/draft.ts'
import { useWords } from '../i18n/use-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Banner } from '../ui/states.tsx'
import { useWide } from '../ui/use-wide.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import css from './form.module.css'
import { type Below, type Beside, FormFields } from './form-fields.tsx'
import { SecretDialog } from './secret-dialog.tsx'
import { useEntityForm } from './use-entity-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** What a feature shows below the inputs: it follows what is being entered. */
export type FormPreview = ComponentType<{ draft: Draft; row: AnyRow | null }>

interface Props {
  entity: Entity
  /** The record that is edited; null for a new one. */
  row: AnyRow | null
  initial?: Draft
  preview?: FormPreview
  beside?: Beside
  below?: Below
  onSaved?: (row: AnyRow) => void
  onClose: () => void
}

/** A secret that was entered, to be shown once it is stored. */
function secretIn(entity: Entity, draft: Draft): { name: string; secret: string } | null {
  const found = fieldsOf(entity).find(([name, field]) => field.kind === 'secret' && typeof draft[name] === 'string')
  return found ? { name: found[0], secret: draft[found[0]] as string } : null
}

/** Creates or edits a record, in a dialog; on a phone it is the whole screen. */
export function EntityForm({ entity, row, initial, preview: Preview, beside, below, onSaved, onClose }: Props) {
  const { t } = useTranslation('common')
  const words = useWords(entity)
  const wide = useWide()
  const id = useId()
  const free = useRef(false)
  const [secret, setSecret] = useState<{ name: string; secret: string } | null>(null)
  function leave() {
    free.current = true
    onClose()
  }
  const form = useEntityForm({
    entity,
    row,
    ...(initial && { initial }),
    onSaved: (saved, draft) => {
      const shown = row ? null : secretIn(entity, draft)
      onSaved?.(saved)
      if (shown) setSecret(shown)
      else leave()
    },
  })
  // What is entered of a new record is kept on this device: leaving loses nothing.
  useLeaveGuard(form.dirty && !form.creating, free)
  function submit(event: FormEvent) {
    event.preventDefault()
    void form.save()
  }
  if (secret) return <SecretDialog label={words.label(secret.name)} secret={secret.secret} onClose={leave} />
  const title = row
    ? t('form.edit_title', { one: words.one, title: String(row[titleField(entity)] ?? '') })
    : t('form.create_title', { one: words.one })
  const save = (
    <Button type="submit" form={id} look="primary" size={wide ? 'normal' : 'large'} busy={form.busy}>
      {wide ? t('action.save') : t('action.save_one', { one: words.one })}
    </Button>
  )
  const foot = wide ? (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      {save}
    </>
  ) : (
    save
  )
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={foot}
      {...(form.creating && form.dirty && { note: t('form.draft_kept') })}
    >
      <form id={id} onSubmit={submit} noValidate>
        {form.restored && form.dirty && (
          <div className={css.restored}>
            <Banner tone="charging" icon="info">
              <span className="row between">
                {t('form.draft_back')}
                <Button look="link" onClick={form.startOver}>
                  {t('form.draft_drop')}
                </Button>
              </span>
            </Banner>
          </div>
        )}
        <FormFields entity={entity} form={form} row={row} {...(beside && { beside })} {...(below && { below })} />
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
