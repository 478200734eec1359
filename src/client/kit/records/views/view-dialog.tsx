import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ListView, startWithListView } from '../../../../shared/endpoints/list-views.ts'
import { call } from '../../api/call.ts'
import { asFailure } from '../../api/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { toast } from '../../ui/toast.ts'
import { type Content, type Sharing, saveView, viewsChanged } from './save-view.ts'
import type { Views } from './use-views.ts'
import css from './view-menu.module.css'
import { ViewSharing } from './view-sharing.tsx'

interface Props {
  list: string
  views: Views
  content: Content
  word: (key: string) => string
  /** The one that is renamed; null for a new one. */
  view: ListView | null
  onClose: () => void
}

const LONGEST = 60
const PRIVATE: Sharing = { shared: false, role_ids: [], user_ids: [] }

/** Names a view, and says who sees it and whether the list starts with it. */
export function ViewDialog({ list, views, content, word, view, onClose }: Props) {
  const { t } = useTranslation(['common', 'errors', 'views'])
  const id = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [sharing, setSharing] = useState<Sharing>(view ?? PRIVATE)
  const [starts, setStarts] = useState(view !== null && view.id === views.startId)
  const [wrong, setWrong] = useState<string | null>(null)
  const [unshared, setUnshared] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function save(event: FormEvent) {
    event.preventDefault()
    if (!name.trim()) return setWrong(t('errors:required'))
    setBusy(true)
    try {
      const kept = await saveView({ ...(view && { id: view.id }), list, name: name.trim(), ...sharing, content })
      if (starts !== (kept.id === views.startId)) await call(startWithListView, { list, id: starts ? kept.id : null })
      toast(t('done.saved'), { tone: 'success' })
      await viewsChanged(list)
      views.show(kept)
      onClose()
    } catch (error) {
      const failure = asFailure(error)
      const whom = failure.fields.role_ids ?? failure.fields.user_ids ?? null
      setUnshared(whom)
      setWrong(failure.fields.name ?? (whom ? null : failure.message))
    } finally {
      setBusy(false)
    }
  }

  const foot = (
    <>
      <Button onClick={onClose}>{t('action.cancel')}</Button>
      <Button type="submit" form={id} look="primary" busy={busy}>
        {t('action.save')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t(view ? 'views:edit' : 'views:save_as')} onClose={onClose} foot={foot}>
      <form id={id} className={css.form} onSubmit={save} noValidate>
        <Labelled label={t('views:name')} required error={wrong} hint={word('holds')}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={LONGEST}
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                setWrong(null)
              }}
            />
          )}
        </Labelled>
        <ViewSharing
          everybody={word('shared')}
          sharing={sharing}
          wrong={unshared}
          onChange={(changed) => {
            setSharing(changed)
            setUnshared(null)
          }}
        />
        <Checkbox label={word('starts')} checked={starts} onChange={() => setStarts(!starts)} />
      </form>
    </Dialog>
  )
}
