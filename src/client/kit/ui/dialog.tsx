import { type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import css from './dialog.module.css'
import { Layer } from './layer.ts'
import { OwnAddress, useClosedByBack } from './navigation-blocker.ts'
import { useWide, WIDE } from './use-wide.ts'

interface Props {
  title: string
  /** Asked for by Esc, the cross and the backdrop; anyone who owns the dialog decides. */
  onClose: () => void
  /** A short question; else 80 % of a screen narrower than 1400 px, 40 % of a wider one, a phone's whole screen. */
  small?: boolean
  /** For what is as wide as a page: a day under the hand. */
  large?: boolean
  /** What it holds reaches its borders and lies under its head, as a camera's picture does. */
  bare?: boolean
  /** At the end of the head. */
  tools?: ReactNode
  foot?: ReactNode
  /** A quiet word in the head. */
  note?: string
  children: ReactNode
}

const FIRST = '[data-body] :is(input, textarea):not(:disabled, [type=radio], [type=checkbox])'

/** An input that the dialog is for: one begins there on a phone too. */
const ALWAYS_FIRST = '[data-body] [data-first]'

/**
 * Where one begins: the first input, else the first button below. On a phone no input, whose keyboard would hide the rest: a form
 * begins at its title there, and is not skipped for what saves it.
 */
function firstStop(dialog: HTMLElement): HTMLElement {
  const first = dialog.querySelector<HTMLElement>(matchMedia(WIDE).matches ? FIRST : ALWAYS_FIRST)
  if (first) return first
  if (dialog.querySelector(`[data-body] form, ${FIRST}`)) return dialog
  return dialog.querySelector<HTMLElement>('footer button:not([type=submit])') ?? dialog
}

function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement | null>(null)
  const [layer, setLayer] = useState<HTMLElement | null>(null)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    setLayer(shown)
    const before = document.activeElement
    if (!shown.open) shown.showModal?.()
    firstStop(shown).focus()
    const cancel = (event: Event) => {
      event.preventDefault()
      close.current()
    }
    // Held back once, a browser closes it the next time without asking: anyone who owns the dialog still decides.
    const closed = () => {
      shown.showModal()
      close.current()
    }
    shown.addEventListener('cancel', cancel)
    shown.addEventListener('close', closed)
    return () => {
      shown.removeEventListener('cancel', cancel)
      shown.removeEventListener('close', closed)
      shown.close?.()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return { dialog, layer }
}

/** Over the page: the focus stays inside, Esc closes it, and it goes back to where it was. */
export function Dialog({ title, onClose, small, large, bare, tools, foot, note, children }: Props) {
  const { t } = useTranslation('common')
  const { dialog, layer } = useModal(onClose)
  useClosedByBack(!useContext(OwnAddress), onClose)
  const heading = useId()
  const wide = useWide()
  const cross = <Button look="quiet" icon="close" label={t('action.close')} onClick={onClose} />
  const phone = !wide && !small
  // Beside the page, not where it is asked for: the looks of a card, or of another dialog, are not its own.
  return createPortal(
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={[css.dialog, small && css.small, large && css.large, bare && css.bare].filter(Boolean).join(' ')}
      aria-labelledby={heading}
    >
      <header className={css.head}>
        {phone && cross}
        <h2 id={heading} className={css.title}>
          {title}
        </h2>
        {note && <small>{note}</small>}
        {tools}
        {!phone && cross}
      </header>
      <div className={css.body} data-body>
        <OwnAddress value={false}>
          <Layer value={layer}>{children}</Layer>
        </OwnAddress>
      </div>
      {foot && (
        <footer className={css.foot}>
          {wide && !small && <span className={css.hint}>{t('esc_to_close')}</span>}
          {foot}
        </footer>
      )}
    </dialog>,
    document.body,
  )
}
