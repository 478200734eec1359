import Popup from 'antd-mobile/es/components/popup'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useLayer } from './layer.ts'
import { useClosedByBack } from './navigation-blocker.ts'
import css from './sheet.module.css'

interface Props {
  title: string
  open: boolean
  onClose: () => void
  /** Without padding, for lists that reach the border. */
  flush?: boolean
  children: ReactNode
}

/** TypeScript's lib does not know it yet. */
type CloseWatching = new () => EventTarget & { destroy(): void }
const { CloseWatcher } = globalThis as { CloseWatcher?: CloseWatching }

/** Android's back asks what is open before it turns to the history; dialogs and popovers hear it by themselves. */
function useCloseWatcher(open: boolean, onClose: () => void) {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (!open || !CloseWatcher) return
    const watcher = new CloseWatcher()
    watcher.addEventListener('close', () => close.current())
    return () => watcher.destroy()
  }, [open])
}

/** A phone's sheet from below. */
export function Sheet({ title, open, onClose, flush, children }: Props) {
  const { t } = useTranslation('common')
  const layer = useLayer()
  const heading = useId()
  const box = useRef<HTMLDivElement>(null)
  useClosedByBack(open, onClose)
  useCloseWatcher(open, onClose)
  useEffect(() => {
    if (!open) return
    const before = document.activeElement
    box.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [open])
  return (
    <Popup
      visible={open}
      onMaskClick={onClose}
      onClose={onClose}
      destroyOnClose
      getContainer={layer ?? document.body}
      bodyStyle={{ borderRadius: 'var(--radius-l) var(--radius-l) 0 0', background: 'var(--surface)' }}
    >
      <div
        ref={box}
        role="dialog"
        aria-modal="true"
        aria-labelledby={heading}
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }}
      >
        <div className={css.head}>
          <b id={heading}>{title}</b>
          <Button look="quiet" icon="close" label={t('action.close')} onClick={onClose} />
        </div>
        <div className={[css.body, flush && css.flush].filter(Boolean).join(' ')}>{children}</div>
      </div>
    </Popup>
  )
}
