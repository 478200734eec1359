import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { confirm } from '../../kit/ui/confirm.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { drop, sendAgain, sendingAtom } from '../sending.ts'
import css from './photos.module.css'
import { photoSharesAtom } from './send-photo.ts'
import { type PhotoDecision, usePhotoDecisions } from './use-waiting-photos.ts'

const MB = 1024 * 1024

/** The photos of one record, and how much of them is sent. */
function Waiting({ photos, label }: { photos: readonly PhotoDecision[]; label: string }) {
  const { t } = useTranslation('offline')
  const format = useFormat()
  const shares = useAtomValue(photoSharesAtom)
  const sending = useAtomValue(sendingAtom)
  const total = photos.reduce((sum, { body }) => sum + body.size_bytes, 0)
  const sent = photos.reduce((sum, { body, photo }) => sum + body.size_bytes * (shares[photo] ?? 0), 0)
  const percent = Math.floor((sent / Math.max(1, total)) * 100)
  const takeBack = async () => {
    const sure = await confirm({
      title: t('outbox.remove_title'),
      text: t('outbox.remove_text'),
      yes: t('outbox.remove'),
      danger: true,
    })
    if (sure) for (const photo of photos) await drop(photo)
  }
  const state = percent === 0 ? t('waits') : t(sending ? 'photos.share' : 'photos.stopped', { percent })
  return (
    <Card>
      <div className={css.sent}>
        <Icon name="image" size={20} />
        <div className="grow">
          <div className="row between">
            <b>{t('photos.count', { count: photos.length })}</b>
            <small>
              <Ago at={photos[0]?.decided_at ?? ''} />
            </small>
          </div>
          <p>{label}</p>
          <small>{t('photos.size', { size: format.number(Math.round((total / MB) * 10) / 10) })}</small>
          {percent > 0 && <progress max={100} value={percent} aria-label={state} />}
        </div>
      </div>
      <div className={css.foot}>
        <span>
          <Icon name="clock" size={16} />
          {state}
        </span>
        <Button look="quiet" icon="trash" label={t('outbox.remove')} onClick={() => void takeBack()} />
      </div>
    </Card>
  )
}

/** One that the server did not take: it stays until the person has seen why. */
function Refused({ photo }: { photo: PhotoDecision }) {
  const { t } = useTranslation('offline')
  return (
    <Card>
      <div className={css.sent} role="alert">
        <Icon name="warning" size={20} />
        <div className="grow">
          <b>{t('photos.refused')}</b>
          <p>{photo.label}</p>
          <p>{photo.message}</p>
        </div>
      </div>
      <div className="row">
        <Button onClick={() => void sendAgain(photo)}>{t('retry')}</Button>
        <Button onClick={() => void drop(photo)}>{t('discard')}</Button>
      </div>
    </Card>
  )
}

/** The photos that are not with the server: first what a person has to see, then what waits, by the record that they are of. */
export function PhotoOutbox() {
  const { t } = useTranslation('offline')
  const all = usePhotoDecisions()
  const subjects = [...new Set(all.filter(({ state }) => state === 'waiting').map(({ subject }) => subject))]
  if (all.length === 0) return null
  return (
    <ul className={css.outbox} aria-label={t('photos.title')}>
      {all
        .filter(({ state }) => state !== 'waiting')
        .map((photo) => (
          <li key={photo.key}>
            <Refused photo={photo} />
          </li>
        ))}
      {subjects.map((subject) => {
        const photos = all.filter((photo) => photo.subject === subject && photo.state === 'waiting')
        return (
          <li key={subject}>
            <Waiting photos={photos} label={photos[0]?.label ?? ''} />
          </li>
        )
      })}
    </ul>
  )
}
