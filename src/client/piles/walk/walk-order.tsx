import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../kit/ui/icon.tsx'
import { MenuList } from '../../kit/ui/menu-list.tsx'
import { WALK_ORDERS, type WalkOrder } from './stops.ts'
import css from './walk.module.css'

/** In which order one walks. */
export function OrderChoice({ order, onChoose }: { order: WalkOrder; onChoose: (order: WalkOrder) => void }) {
  const { t } = useTranslation('walk')
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const items = WALK_ORDERS.map((key) => ({
    ...{ key, label: t(`orders.${key}`), checked: key === order },
    onPress: () => onChoose(key),
  }))
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={css.choice}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        {t(`orders.${order}`)}
        <Icon name="down" size={16} />
      </button>
      {open && <MenuList label={t('order')} items={items} anchor={anchor} align="end" onClose={() => setOpen(false)} />}
    </>
  )
}
