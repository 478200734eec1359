import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Photo, PhotoRemoval } from '../../../shared/endpoints/photos.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useAtomValue } from '../../kit/session/store.ts'
import { Card } from '../../kit/ui/card.tsx'
import { Icon, type IconName } from '../../kit/ui/icon.tsx'
import { toast } from '../../kit/ui/toast.ts'
import { useWide } from '../../kit/ui/use-wide.ts'
import { Picture } from '../../kit/upload/pictures.tsx'
import css from './photos.module.css'
import { photoSharesAtom } from './send-photo.ts'
import { type PhotoTarget, takePhotos } from './take-photos.ts'
import { useRemoval } from './use-removal.ts'
import { fileKeyOf, type PhotoDecision, usePhotoAddress, useUnshownPhotos } from './use-waiting-photos.ts'
import { useWhyNotKept } from './use-why-not-kept.ts'

interface TileProps {
  label: string
  icon: IconName
  camera?: true
  busy: boolean
  onFiles: (files: File[]) => void
}

function PickTile({ label, icon, camera, busy, onFiles }: TileProps) {
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same photo may be chosen again.
    target.value = ''
  }
  return (
    <label className={css.pick} data-busy={busy || undefined}>
      <input
        type="file"
        accept="image/*"
        aria-label={label}
        disabled={busy}
        multiple={!camera}
        {...(camera && { capture: 'environment' })}
        onChange={chosen}
      />
      <Icon name={icon} size={24} />
      <span>{label}</span>
    </label>
  )
}

/** One that is not among the record's yet, and how much of it is with the server. */
function WaitingTile({ decision }: { decision: PhotoDecision }) {
  const { t } = useTranslation('offline')
  const address = usePhotoAddress(decision.photo)
  const sent = fileKeyOf(decision)
  const shares = useAtomValue(photoSharesAtom)
  const share = sent ? 1 : (shares[decision.photo] ?? 0)
  const said = share > 0 ? t('photos.share', { percent: Math.floor(share * 100) }) : t('waits')
  return (
    <li className={css.tile}>
      {address && <img src={address} alt={t(sent ? 'photos.title' : 'photos.waiting')} />}
      {/* What was sent has left this device; a page that showed it before still does. */}
      {!address && sent && <Picture keys={[sent]} at={0} label={t('photos.title')} />}
      <small className={css.note}>
        <Icon name="upload" size={12} />
        {said}
      </small>
    </li>
  )
}

interface Props {
  photos: readonly Photo[]
  target: PhotoTarget
  /** What is about the same record under another name. */
  subjects?: readonly string[]
  /** Whether this person may add some. */
  may: boolean
  /** Takes one of the record back. */
  remove?: PhotoRemoval
  /** Without a card of its own, within another one. */
  bare?: true
}

function useTaking(target: PhotoTarget) {
  const [busy, setBusy] = useState(false)
  const why = useWhyNotKept()
  const take = async (files: File[]) => {
    setBusy(true)
    try {
      await takePhotos(files, target)
    } catch (error) {
      toast(why(error), { tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return { busy, take: (files: File[]) => void take(files) }
}

/** The photos of a record, those that wait on this device among them, and the ways to take another. */
export function PhotosCard({ photos, target, subjects = [target.subject], may, remove, bare }: Props) {
  // The words of a picture come before there is one: the card would be hidden for them later.
  const { t } = useTranslation(['offline', 'files'])
  const format = useFormat()
  const wide = useWide()
  const keys = photos.map(({ file_key }) => file_key)
  const waiting = useUnshownPhotos(subjects, keys)
  const { busy, take } = useTaking(target)
  const removal = useRemoval(photos, remove)
  const count = photos.length + waiting.length
  if (!may && count === 0) return null
  const strip = (
    <ul className={css.strip} aria-label={t('photos.title')}>
      {may && (
        <>
          {!wide && (
            <li>
              <PickTile label={t('photos.take')} icon="camera" camera busy={busy} onFiles={take} />
            </li>
          )}
          <li>
            <PickTile label={t(wide ? 'photos.add' : 'photos.choose')} icon="image" busy={busy} onFiles={take} />
          </li>
        </>
      )}
      {photos.map(({ file_key, by, taken_at }, at) => (
        <li key={file_key} className={css.tile} title={`${by} · ${format.full(taken_at)}`}>
          <Picture {...{ keys, at, removal }} label={t('photos.title')} />
          <small className={css.note}>{format.moment(taken_at)}</small>
        </li>
      ))}
      {waiting.map((decision) => (
        <WaitingTile key={decision.key} decision={decision} />
      ))}
    </ul>
  )
  if (bare) return strip
  return (
    <Card title={t('photos.title')} {...(count > 0 && { aside: <small>{count}</small> })}>
      {strip}
    </Card>
  )
}
