import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAtomValue } from '../session/store.ts'
import { Icon, type IconName } from './icon.tsx'
import { dismissToast, type Toast, type ToastTone, toastsAtom } from './toast.ts'
import css from './toaster.module.css'

const ICONS: Record<ToastTone, IconName> = { success: 'check', error: 'warning', info: 'info' }

/** Where toasts appear; a screen reader says them. In the top layer, so that an open dialog does not hide them. */
export function Toaster() {
  const { t } = useTranslation('common')
  const toasts = useAtomValue(toastsAtom)
  const box = useRef<HTMLDivElement>(null)
  const titleOf = ({ title, tone }: Toast) => title ?? (tone === 'error' && t('error'))
  useEffect(() => {
    if (!box.current?.showPopover) return
    if (box.current.matches(':popover-open')) box.current.hidePopover()
    if (toasts.length > 0) box.current.showPopover()
  }, [toasts])
  return (
    <div ref={box} popover="manual" className={css.toaster} role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={`${css.toast} ${css[toast.tone]}`}>
          <Icon name={ICONS[toast.tone]} />
          <div className={css.text}>
            {titleOf(toast) && <b>{titleOf(toast)}</b>}
            {toast.text}
          </div>
          {toast.action && (
            <button
              type="button"
              className={css.action}
              onClick={() => {
                dismissToast(toast.id)
                toast.action?.onPress()
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button
            type="button"
            className={css.close}
            aria-label={t('action.close')}
            onClick={() => dismissToast(toast.id)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </div>
  )
}
