import { type TouchEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { useClosedByBack } from '../ui/navigation-blocker.ts'
import { FileImage } from './file-image.tsx'
import css from './lightbox.module.css'

interface Props {
  keys: readonly string[]
  /** The one that shows first. */
  start: number
  label: string
  /** Takes one back; absent where the person may not. */
  removal?: ((key: string) => (() => void) | undefined) | undefined
  onClose: () => void
}

/** A finger that moved this far meant the next picture. */
const SWIPE_PX = 48

/** Pictures one after the other over the whole screen: arrows, swipes, Esc. */
export function Lightbox({ keys, start, label, removal, onClose }: Props) {
  const { t } = useTranslation('files')
  const dialog = useRef<HTMLDialogElement | null>(null)
  const touched = useRef<number | null>(null)
  const [at, setAt] = useState(start)
  useClosedByBack(true, onClose)
  const key = keys[at] ?? ''
  const go = (by: number) => setAt((now) => Math.min(keys.length - 1, Math.max(0, now + by)))
  useEffect(() => {
    dialog.current?.showModal?.()
  }, [])
  function touchEnd(event: TouchEvent) {
    event.stopPropagation()
    const moved = (event.changedTouches[0]?.clientX ?? 0) - (touched.current ?? 0)
    if (touched.current !== null && Math.abs(moved) > SWIPE_PX) go(moved > 0 ? -1 : 1)
    touched.current = null
  }
  const remove = removal?.(key)
  const place = t('picture', { at: at + 1, count: keys.length })
  // Outside of what it was opened from: a row's link would follow every press in it.
  return createPortal(
    <dialog
      ref={dialog}
      className={css.lightbox}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        event.stopPropagation()
        if (event.target === event.currentTarget) onClose()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'ArrowLeft') go(-1)
        if (event.key === 'ArrowRight') go(1)
      }}
      onTouchStart={(event) => {
        event.stopPropagation()
        const { touches } = event
        touched.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null
      }}
      onTouchEnd={touchEnd}
    >
      <FileImage key={key} fileKey={key} alt={`${label}: ${place}`} className={css.shown} />
      <div className={css.bar}>
        <span aria-live="polite">{place}</span>
        {keys.length > 1 && (
          <>
            <Button icon="left" label={t('previous')} disabled={at === 0} onClick={() => go(-1)} />
            <Button icon="right" label={t('next')} disabled={at === keys.length - 1} onClick={() => go(1)} />
          </>
        )}
        {remove && <Button icon="trash" label={t('photo_remove')} onClick={remove} />}
        <Button icon="close" label={t('common:action.close')} onClick={onClose} />
      </div>
    </dialog>,
    document.body,
  )
}
