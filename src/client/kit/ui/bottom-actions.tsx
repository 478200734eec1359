import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, useActionItems, useAllowed } from './actions.tsx'
import css from './bottom-actions.module.css'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { LazySheet } from './lazy-sheet.tsx'

/** A phone page's actions under the thumb: the primary one as a button, the rest in a sheet. */
export function BottomActions({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  const items = useActionItems(useAllowed(actions))
  const allowed = useAllowed(actions)
  const first = allowed.find((action) => action.primary) ?? allowed[0]
  if (!first) return null
  const rest = items.filter(({ key }) => key !== first.key)
  const press = items.find(({ key }) => key === first.key)?.onPress
  return (
    <div className={css.bar} data-bottom-actions>
      <Button
        size="large"
        look={first.primary ? 'primary' : 'plain'}
        busy={first.busy ?? false}
        {...(first.icon && { icon: first.icon })}
        onClick={press}
      >
        {first.label}
      </Button>
      {rest.length > 0 && (
        <Button size="large" icon="more" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('action.more')}
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
