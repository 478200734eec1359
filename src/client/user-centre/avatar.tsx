import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Uploaded, uploadAvatar } from '../../shared/endpoints/files.ts'
import type { ownAccount } from '../../shared/endpoints/own-account.ts'
import { saveAvatar } from '../../shared/endpoints/user-centre.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { sendForm } from '../kit/api/send-form.ts'
import { Button } from '../kit/ui/button.tsx'
import { toast } from '../kit/ui/toast.ts'
import { objectionTo } from '../kit/upload/check-file.ts'
import { chooseFiles } from '../kit/upload/choose-files.ts'
import { PersonPicture } from '../kit/upload/person-picture.tsx'
import css from './user-centre.module.css'

const STILL_MS = 30_000

async function uploaded(file: File): Promise<string> {
  const form = new FormData()
  form.append('file', file, file.name)
  const { signal } = new AbortController()
  const sent = await sendForm({ path: uploadAvatar.path, form, onPercent: () => {}, signal, stillMs: STILL_MS })
  return (sent as Uploaded).key
}

/** Keeps another picture, or none; what goes wrong is said. */
function useKeep() {
  const { t } = useTranslation('files')
  const [busy, setBusy] = useState(false)
  const warn = (text: string) => toast(text, { tone: 'error', title: t('warning') })
  async function keep(find: () => Promise<string | null>) {
    setBusy(true)
    try {
      await call(saveAvatar, { avatar: await find() })
      await invalidate('user')
    } catch (error) {
      warn(asFailure(error).message)
    } finally {
      setBusy(false)
    }
  }
  async function change() {
    const [file] = await chooseFiles()
    if (!file) return
    const objection = objectionTo(file, true)
    if (objection) warn(t(objection.key, objection.figures))
    else await keep(() => uploaded(file))
  }
  return { busy, change, remove: () => keep(async () => null) }
}

/** The picture of oneself, or the beginnings of one's name. */
export function Avatar({ account: { name, user_name, avatar } }: { account: Data<typeof ownAccount> }) {
  const { t } = useTranslation('user_centre')
  const { busy, change, remove } = useKeep()
  return (
    <div className={css.who}>
      <PersonPicture name={name || user_name} picture={avatar} className={css.face ?? ''} />
      <div className="grow">
        <b>{name || user_name}</b>
        <div className="row">
          <Button look="link" busy={busy} onClick={() => void change()}>
            {t(avatar ? 'account.change_picture' : 'account.add_picture')}
          </Button>
          {avatar && (
            <Button look="link" disabled={busy} onClick={() => void remove()}>
              {t('account.remove_picture')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
