import { useRef, useState } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { lazyDialog } from './lazy-part.tsx'
import type { MenuItem } from './menu-list.tsx'

const MenuList = lazyDialog(() => import('./menu-list.tsx').then((module) => ({ default: module.MenuList })))

export type { MenuItem }

type Props = Omit<ButtonLook, 'label'> & {
  label: string
  items: MenuItem[]
  align?: 'start' | 'end'
  className?: string
}

/** A button that opens a menu; without items there is no button. */
export function MenuButton({ label, items, align = 'end', ...look }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  if (items.length === 0) return null
  return (
    <>
      <Button
        ref={button}
        {...look}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerDown={MenuList.bring}
        onFocus={MenuList.bring}
        onClick={() => setOpen(true)}
      />
      {open && <MenuList label={label} items={items} anchor={button} align={align} onClose={() => setOpen(false)} />}
    </>
  )
}
