import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { MOST_FILES, MOST_UPLOAD_MB } from '../../../shared/kit/uploads.ts'
import { confirm } from '../ui/confirm.tsx'
import { DropZone, Picker } from '../upload/picker.tsx'
import { Picture } from '../upload/pictures.tsx'
import { PlacedTile, UploadTile } from '../upload/tile.tsx'
import css from '../upload/upload.module.css'
import { useUploads } from '../upload/use-uploads.ts'
import type { KindInputProps } from './field-input-props.ts'

const keysOf = (value: unknown): string[] =>
  Array.isArray(value) ? (value as string[]) : typeof value === 'string' && value ? [value] : []

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** A field's pictures as a list, however many it holds; several may arrive before the form shows the first. */
function useKeys({ field, value, onChange }: KindInputProps) {
  const several = field.kind === 'images'
  const most = several ? field.most || MOST_FILES : 1
  const latest = useRef<string[]>([])
  latest.current = keysOf(value)
  function set(keys: string[]) {
    latest.current = keys
    onChange(several ? (keys.length > 0 || !field.optional ? keys : null) : (keys[0] ?? null))
  }
  return {
    keys: latest.current,
    several,
    most,
    set,
    add: (key: string) => set([...latest.current, key].slice(0, most)),
  }
}

/** Pictures of a record: chosen, dropped, pasted or taken with the phone's camera; sent at once, saved with the form. */
export function ImageInput(props: KindInputProps) {
  const { t } = useTranslation('files')
  const { id, label, invalid, describedBy, disabled } = props
  const { keys, several, most, set, add: arrived } = useKeys(props)
  const sending = useUploads({ image: true, most, held: keys.length, onArrived: ({ key }) => arrived(key) })
  const open = !disabled && sending.room > 0
  async function remove(at: number) {
    const asked = { title: t('remove_title'), text: t('remove_text'), yes: t('remove'), danger: true }
    if (await confirm(asked)) set(keys.filter((_, index) => index !== at))
  }
  return (
    <DropZone className={css.uploader} onFiles={disabled ? null : sending.add}>
      <ul className={css.tiles} aria-label={label}>
        {keys.map((key, at) => (
          <PlacedTile
            key={key}
            at={at}
            count={keys.length}
            onMove={disabled ? null : (from, to) => set(moved(keys, from, to))}
            onRemove={disabled ? null : () => void remove(at)}
          >
            <Picture keys={keys} at={at} label={label} />
          </PlacedTile>
        ))}
        {sending.uploads.map((upload) => (
          <UploadTile
            key={upload.id}
            upload={upload}
            onRetry={() => sending.retry(upload)}
            onCancel={() => sending.cancel(upload)}
          />
        ))}
        {open && (
          <li className={css.tiles}>
            <Picker {...{ id, label, several, invalid, describedBy }} image onFiles={sending.add} />
          </li>
        )}
      </ul>
      <small className={css.limits}>
        {t('limits_images', { size: MOST_UPLOAD_MB })}
        {several && ` · ${t('remaining', { count: keys.length, most })}`}
      </small>
    </DropZone>
  )
}
