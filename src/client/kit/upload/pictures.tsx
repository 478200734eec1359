import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyDialog } from '../ui/lazy-part.tsx'
import { FileImage } from './file-image.tsx'
import css from './upload.module.css'

const Lightbox = lazyDialog(() => import('./lightbox.tsx').then((module) => ({ default: module.Lightbox })))

/** As many as a line of a list has room for. */
const FEW = 3

interface PictureProps {
  keys: readonly string[]
  /** Which of them this one is. */
  at: number
  label: string
  /** Takes one back; of those that the person may take back. */
  removal?: ((key: string) => (() => void) | undefined) | undefined
}

/** One of a record's pictures, small; pressed it shows large, the others beside it. */
export function Picture({ keys, at, label, removal }: PictureProps) {
  const { t } = useTranslation('files')
  const [open, setOpen] = useState(false)
  // In a list the row behind would open as well.
  function show(event: MouseEvent) {
    event.preventDefault()
    event.stopPropagation()
    setOpen(true)
  }
  return (
    <>
      <button
        type="button"
        className={css.thumb}
        aria-label={`${label}: ${t('picture', { at: at + 1, count: keys.length })}`}
        onClick={show}
      >
        <FileImage fileKey={keys[at] ?? ''} alt="" small />
      </button>
      {open && <Lightbox {...{ keys, label, removal }} start={at} onClose={() => setOpen(false)} />}
    </>
  )
}

export interface PicturesProps {
  keys: readonly string[]
  label: string
  /** Where there is room for all of them. */
  whole: boolean
}

/** A record's pictures, or as many as there is room for. */
export function Pictures({ keys, label, whole }: PicturesProps) {
  const shown = whole ? keys : keys.slice(0, FEW)
  return (
    <span className={whole ? css.gallery : css.strip}>
      {shown.map((key, at) => (
        <Picture key={key} keys={keys} at={at} label={label} />
      ))}
      {keys.length > shown.length && <span className="caption">+{keys.length - shown.length}</span>}
    </span>
  )
}
