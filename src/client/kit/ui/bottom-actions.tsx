import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, useActionItems, useAllowed } from './actions.tsx'
import css from './bottom-actions.module.css'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { LazySheet } from './lazy-sheet.tsx'

interface Props {
  actions: readonly Action[]
  /** The next one is a button as well. */
  two?: boolean
}

/** A second tap at the same place was meant for the button that was there. */
const MOVED_MS = 600

/** True for a moment when others stand under the thumb. */
function useJustMoved(names: string | null): boolean {
  const last = useRef(names)
  const [moved, setMoved] = useState(false)
  useLayoutEffect(() => {
    const before = last.current
    last.current = names
    if (before === null || before === names) return
    setMoved(true)
    const timer = setTimeout(() => setMoved(false), MOVED_MS)
    return () => clearTimeout(timer)
  }, [names])
  return moved
}

/** A phone page's actions under the thumb: the primary one as a button, the rest in a sheet. */
export function BottomActions({ actions, two = false }: Props) {
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const items = useActionItems(useAllowed(actions))
  const allowed = useAllowed(actions)
  const first = allowed.find((action) => action.primary) ?? allowed[0]
  const second = first && two ? allowed.find(({ key }) => key !== first.key) : undefined
  const moved = useJustMoved(first ? `${first.key} ${second?.key}` : null)
  if (!first) return null
  const rest = items.filter(({ key }) => key !== first.key && key !== second?.key)
  const press = items.find(({ key }) => key === first.key)?.onPress
  return (
    <div className={[css.bar, second && css.two, moved && css.moved].filter(Boolean).join(' ')} data-bottom-actions>
      <Button
        size="large"
        look={first.primary ? 'primary' : 'plain'}
        busy={first.busy ?? false}
        {...(first.icon && { icon: first.icon })}
        onClick={press}
      >
        {first.label}
      </Button>
      {second && (
        <Button size="large" onClick={second.onPress}>
          {second.label}
        </Button>
      )}
      {rest.length > 0 && (
        <Button
          size="large"
          icon="more"
          {...(second && { label: t('action.more') })}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {!second && t('action.more')}
        </Button>
      )}
      <LazySheet title={t('action.more')} open={open} onClose={() => setOpen(false)} flush>
        {rest.map((item) => (
          <button
            key={item.key}
            type="button"
            className={[css.item, item.danger && css.danger].filter(Boolean).join(' ')}
            disabled={item.disabled}
            onClick={() => {
              setOpen(false)
              item.onPress()
            }}
          >
            {item.icon && <Icon name={item.icon} size={20} />}
            <span className="grow">{item.label}</span>
          </button>
        ))}
      </LazySheet>
    </div>
  )
}
