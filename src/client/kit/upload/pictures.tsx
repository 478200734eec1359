import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileImage } from './file-image.tsx'
import css from './upload.module.css'

const Lightbox = lazy(() => import('./lightbox.tsx').then((module) => ({ default: module.Lightbox })))

/** As many as a line of a list has room for. */
const FEW = 3

interface Props {
  keys: readonly string[]
  label: string
  /** Where there is room for all of them. */
  whole: boolean
}

/** A record's pictures, small; one that is pressed shows large. */
export function Pictures({ keys, label, whole }: Props) {
  const { t } = useTranslation('files')
  const [open, setOpen] = useState<number | null>(null)
  const shown = whole ? keys : keys.slice(0, FEW)
  // In a list the row behind would open as well.
  const show = (at: number) => (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setOpen(at)
  }
  return (
    <span className={whole ? css.gallery : css.strip}>
      {shown.map((key, at) => (
        <button
          key={key}
          type="button"
          className={css.thumb}
          aria-label={`${label}: ${t('picture', { at: at + 1, count: keys.length })}`}
          onClick={show(at)}
        >
          <FileImage fileKey={key} alt="" small />
        </button>
      ))}
      {keys.length > shown.length && <span className="caption">+{keys.length - shown.length}</span>}
      {open !== null && (
        <Suspense fallback={null}>
          <Lightbox keys={keys} start={open} label={label} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </span>
  )
}
