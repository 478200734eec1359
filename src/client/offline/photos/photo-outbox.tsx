import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { Button } from '../../kit/ui/button.tsx'
import { AnswerList, AnswerRow, RefusedRow } from '../answer-row.tsx'
import { drop, sendAgain, sendingAtom } from '../sending.ts'
import { useTakeBack } from '../use-take-back.ts'
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
  const takeBack = useTakeBack()
  const state = percent === 0 ? t('waits') : t(sending ? 'photos.share' : 'photos.stopped', { percent })
  const remove = <Button look="quiet" icon="trash" label={t('outbox.remove')} onClick={() => void takeBack(photos)} />
  return (
    <AnswerRow
      icon="image"
      said={t('photos.count', { count: photos.length })}
      at={photos[0]?.decided_at ?? ''}
      label={label}
      state={state}
      doings={remove}
    >
      <small>{t('photos.size', { size: format.number(Math.max(1, Math.round((total / MB) * 10)) / 10) })}</small>
      {percent > 0 && <progress className={css.share} max={100} value={percent} aria-label={state} />}
    </AnswerRow>
  )
}

/** One that the server did not take. */
function Refused({ photo }: { photo: PhotoDecision }) {
  const { t } = useTranslation('offline')
  const doings = (
    <>
      <Button onClick={() => void sendAgain(photo)}>{t('retry')}</Button>
      <Button onClick={() => void drop(photo)}>{t('discard')}</Button>
    </>
  )
  return (
    <RefusedRow title={t('photos.refused')} label={photo.label} doings={doings}>
      <p>{photo.message}</p>
    </RefusedRow>
  )
}

/** The photos that are not with the server: first what a person has to see, then what waits, by the record that they are of. */
export function PhotoOutbox() {
  const { t } = useTranslation('offline')
  const all = usePhotoDecisions()
  const subjects = [...new Set(all.filter(({ state }) => state === 'waiting').map(({ subject }) => subject))]
  if (all.length === 0) return null
  return (
    <AnswerList label={t('photos.title')}>
      {all
        .filter(({ state }) => state !== 'waiting')
        .map((photo) => (
          <Refused key={photo.key} photo={photo} />
        ))}
      {subjects.map((subject) => {
        const photos = all.filter((photo) => photo.subject === subject && photo.state === 'waiting')
        return <Waiting key={subject} photos={photos} label={photos[0]?.label ?? ''} />
      })}
    </AnswerList>
  )
}
