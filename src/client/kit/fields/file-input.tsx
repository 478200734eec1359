import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileAddress, MOST_FIRMWARE_MB, MOST_UPLOAD_MB } from '../../../shared/kit/uploads.ts'
import { API_BASE } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Icon } from '../ui/icon.tsx'
import { DropZone, Picker } from '../upload/picker.tsx'
import { UploadTile } from '../upload/tile.tsx'
import css from '../upload/upload.module.css'
import { useUploads } from '../upload/use-uploads.ts'
import type { KindInputProps } from './field-input-props.ts'

/** One file of any kind that is taken: firmware, a contract. */
export function FileInput(props: KindInputProps) {
  const { t } = useTranslation('files')
  const { id, label, invalid, describedBy, disabled, value, onChange, title, field } = props
  const firmware = field.takes === 'firmware'
  const [name, setName] = useState(title ?? '')
  const key = typeof value === 'string' ? value : ''
  const sending = useUploads({
    image: false,
    firmware,
    most: 1,
    held: key ? 1 : 0,
    onArrived: (uploaded) => {
      setName(uploaded.name)
      onChange(uploaded.key)
    },
  })
  async function remove() {
    const asked = { title: t('remove_title'), text: t('remove_text'), yes: t('remove'), danger: true }
    if (await confirm(asked)) onChange(null)
  }
  return (
    <DropZone className={css.uploader} onFiles={disabled ? null : sending.add}>
      {key && (
        <p className={css.file}>
          <Icon name="document" />
          <a href={API_BASE + fileAddress(key)} download>
            {name || t('download')}
          </a>
          {!disabled && <Button look="quiet" icon="trash" label={t('remove')} onClick={() => void remove()} />}
        </p>
      )}
      <ul className={css.tiles}>
        {sending.uploads.map((upload) => (
          <UploadTile
            key={upload.id}
            upload={upload}
            onRetry={() => sending.retry(upload)}
            onCancel={() => sending.cancel(upload)}
          />
        ))}
        {!key && !disabled && sending.uploads.length === 0 && (
          <li>
            <Picker {...{ id, label, invalid, describedBy }} several={false} image={false} onFiles={sending.add} />
          </li>
        )}
      </ul>
      <small className={css.limits}>
        {firmware ? t('limits_firmware', { size: MOST_FIRMWARE_MB }) : t('limits_file', { size: MOST_UPLOAD_MB })}
      </small>
    </DropZone>
  )
}
