import { type FormEvent, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuEntry } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useLeaveGuard } from '../kit/forms/use-leave-guard.ts'
import { useRightTitle } from '../kit/i18n/menu-title.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { OwnAddress } from '../kit/ui/navigation-blocker.ts'
import { Pill } from '../kit/ui/pill.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { draftOf, emptyEntry } from './entry.ts'
import { EntryFields } from './entry-fields.tsx'
import css from './menu-manager.module.css'
import { type EntryForm, useEntryForm } from './use-entry-form.ts'

interface Props {
  /** The entry that is edited; null for a new one under `parent_id`. */
  entry: MenuEntry | null
  parent_id: number | null
  screens: readonly { key: string; label: string }[]
  places: readonly { key: number; label: string }[]
  onSaved: (entry: MenuEntry) => void
  onClose: () => void
}

function Overtaken({ form }: { form: EntryForm }) {
  const { t } = useTranslation('common')
  if (!form.overtaken) return null
  return (
    <Banner tone="waiting" icon="warning">
      <p>{t('form.conflict_title')}</p>
      <span className="row">
        <Button onClick={() => form.settle(false)}>{t('form.conflict_all_theirs')}</Button>
        <Button onClick={() => form.settle(true)}>{t('form.conflict_all_yours')}</Button>
      </span>
    </Banner>
  )
}

/** The entry is named behind the question mark. */
const addressOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

/** The form of an entry: beside the tree where there is room, on a phone the whole screen. */
export function EntryEditor({ entry, parent_id, screens, places, onSaved, onClose }: Props) {
  const { t } = useTranslation(['people', 'common'])
  const id = useId()
  const wide = useWide()
  const may = useMay()
  const titled = useRightTitle()
  const start = useMemo(() => (entry ? draftOf(entry) : emptyEntry(parent_id, 'menu')), [entry, parent_id])
  const free = useRef(false)
  const form = useEntryForm({
    entry,
    start,
    onSaved: (saved) => {
      free.current = true
      onSaved(saved)
    },
  })
  const leaving = useLeaveGuard(form.dirty, free, { addressOf })
  const mayUpdate = may(entry ? permissionOf(menu, 'update') : permissionOf(menu, 'create'))
  const title = entry ? titled(entry.meta) : t('menu.add')
  const leave = () => void leaving(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.save()
  }
  const body = (
    <form id={id} className={css.form} onSubmit={submit} noValidate>
      <Overtaken form={form} />
      {form.elsewhere && (
        <Banner tone="faulted" icon="warning">
          {form.elsewhere}
        </Banner>
      )}
      {entry && entry.roles > 0 && <small>{t('menu.roles', { count: entry.roles })}</small>}
      <EntryFields form={form} entry={entry} screens={screens} places={places} />
    </form>
  )
  const foot = (
    <>
      <Button onClick={leave}>{t('common:action.cancel')}</Button>
      {mayUpdate && (
        <Button look="primary" type="submit" form={id} busy={form.busy} disabled={!form.dirty && entry !== null}>
          {t('common:action.save')}
        </Button>
      )}
    </>
  )
  if (!wide) {
    return (
      <OwnAddress value={true}>
        <Dialog title={title} onClose={leave} foot={foot}>
          {body}
        </Dialog>
      </OwnAddress>
    )
  }
  return (
    <Card
      title={title}
      aside={entry?.built_in && <Pill tone="offline">{t('menu.built_in')}</Pill>}
      className={css.editor ?? ''}
    >
      {body}
      <footer className={css.foot}>{foot}</footer>
    </Card>
  )
}
