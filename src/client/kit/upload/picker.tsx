import { type ChangeEvent, type ClipboardEvent, type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMAGE_TYPES } from '../../../shared/kit/uploads.ts'
import { Icon } from '../ui/icon.tsx'
import { useWide } from '../ui/use-wide.ts'
import css from './upload.module.css'

interface Props {
  id: string
  label: string
  image: boolean
  several: boolean
  invalid: boolean
  describedBy: string | undefined
  onFiles: (files: File[]) => void
}

function FileInput({ id, label, image, several, invalid, describedBy, onFiles, camera }: Props & { camera?: true }) {
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // The same file may be chosen again after it was removed.
    target.value = ''
  }
  return (
    <input
      id={camera ? `${id}-camera` : id}
      type="file"
      className={css.input}
      aria-label={label}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      multiple={several && !camera}
      {...(image && { accept: IMAGE_TYPES.join(',') })}
      {...(camera && { capture: 'environment' })}
      onChange={chosen}
    />
  )
}

/** The square that files are chosen with; on a phone its camera stands beside it. */
export function Picker(props: Props) {
  const { t } = useTranslation('files')
  const wide = useWide()
  const { image, several, invalid, label } = props
  const word = t(image ? (several ? 'choose_images' : 'choose_image') : 'choose_file')
  const look = [css.picker, invalid && css.invalid].filter(Boolean).join(' ')
  return (
    <>
      <span className={look}>
        <FileInput {...props} />
        <Icon name={image ? 'image' : 'upload'} size={24} />
        <b>{word}</b>
        {wide && <small>{t('drop')}</small>}
      </span>
      {image && !wide && (
        <span className={look}>
          <FileInput {...props} label={`${label}: ${t('take_photo')}`} camera />
          <Icon name="camera" size={24} />
          <b>{t('take_photo')}</b>
        </span>
      )}
    </>
  )
}

interface ZoneProps {
  /** Null while nothing is taken. */
  onFiles: ((files: File[]) => void) | null
  className?: string | undefined
  children: ReactNode
}

/** Takes files that are dropped on it, and those that are pasted while the focus is in it. */
export function DropZone({ onFiles, className, children }: ZoneProps) {
  const [over, setOver] = useState(false)
  const isFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  function dragOver(event: DragEvent) {
    if (!onFiles || !isFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  function dropped(event: DragEvent) {
    if (!isFiles(event)) return
    event.preventDefault()
    setOver(false)
    onFiles?.([...event.dataTransfer.files])
  }
  function pasted(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (!onFiles || files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping and pasting are beside the button, which serves everybody
    <div
      className={[className, over && css.over].filter(Boolean).join(' ')}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      onPaste={pasted}
    >
      {children}
    </div>
  )
}
