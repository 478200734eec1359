import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon, type IconName } from './icon.tsx'
import css from './menu.module.css'
import { usePopover } from './popover.ts'

export interface MenuItem {
  key: string
  label: ReactNode
  icon?: IconName
  danger?: boolean
  disabled?: boolean
  /** One of several of which one is in force. */
  checked?: boolean
  /** A rule above it. */
  apart?: boolean
  onPress: () => void
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at >= last ? 0 : at + 1),
  ArrowUp: (at, last) => (at <= 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')]
  items[step(items.indexOf(document.activeElement as HTMLElement), items.length - 1)]?.focus()
}

interface ListProps {
  label: string
  items: MenuItem[]
  anchor: Parameters<typeof usePopover>[1]['anchor']
  align?: 'start' | 'end'
  onClose: () => void
}

/** The open menu: arrows move, Enter chooses, Esc closes. */
export function MenuList({ label, items, anchor, align, onClose }: ListProps) {
  const box = useRef<HTMLDivElement>(null)
  usePopover(box, { open: true, anchor, ...(align && { align }), onClose })
  useEffect(() => {
    const before = document.activeElement
    box.current?.querySelector<HTMLElement>('[aria-checked=true], [role^=menuitem]:not(:disabled)')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div
      ref={box}
      popover="auto"
      className={css.list}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={moveFocus}
    >
      {items.map((item) => (
        <div key={item.key} role="none">
          {item.apart && <hr className={css.rule} />}
          <button
            type="button"
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            disabled={item.disabled ?? false}
            className={[css.item, item.danger && css.danger].filter(Boolean).join(' ')}
            onClick={() => {
              onClose()
              item.onPress()
            }}
          >
            {item.icon && <Icon name={item.icon} size={16} />}
            <span className="grow">{item.label}</span>
            {item.checked && <Icon name="check" size={16} />}
          </button>
        </div>
      ))}
    </div>
  )
}
