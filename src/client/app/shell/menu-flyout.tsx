import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../../kit/ui/icon.tsx'
import { isIcon } from '../../kit/ui/more-icon.tsx'
import { usePopover } from '../../kit/ui/popover.ts'
import css from './side-menu.module.css'

interface ListProps {
  title: string
  anchor: { x: number; y: number }
  onClose: () => void
  children: ReactNode
}

function List({ title, anchor, onClose, children }: ListProps) {
  const box = useRef<HTMLElement>(null)
  usePopover(box, { open: true, anchor, onClose })
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[aria-current], a')?.focus()
  }, [])
  return (
    <section ref={box} popover="auto" className={css.flyout} aria-label={title}>
      <b className={css.flyoutTitle}>{title}</b>
      {children}
    </section>
  )
}

interface Props {
  title: string
  icon: string | null
  /** The page that shows is one of them. */
  active: boolean
  count: number
  children: (close: () => void) => ReactNode
}

/** A group of the narrow menu: its icon, and its entries beside it once it is pressed. */
export function MenuFlyout({ title, icon, active, count, children }: Props) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null)
  const close = () => setAt(null)
  return (
    <>
      <button
        type="button"
        className={[css.entry, css.narrow, active && css.active].filter(Boolean).join(' ')}
        title={title}
        aria-label={title}
        aria-haspopup="true"
        aria-expanded={at !== null}
        onClick={({ currentTarget }) => {
          const { right, top } = currentTarget.getBoundingClientRect()
          setAt({ x: right + 8, y: top - 8 })
        }}
      >
        <Icon name={isIcon(icon) ? icon : 'list'} />
        {count > 0 && <span className={css.count} aria-hidden="true" />}
      </button>
      {at && (
        <List title={title} anchor={at} onClose={close}>
          {children(close)}
        </List>
      )}
    </>
  )
}
