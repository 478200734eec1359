import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { MenuButton } from '../../kit/ui/menu.tsx'
import { Pill } from '../../kit/ui/pill.tsx'
import { useWide } from '../../kit/ui/use-wide.ts'
import css from './edit.module.css'
import type { useKeeping } from './use-keeping.ts'

interface Props {
  dirty: boolean
  keeping: ReturnType<typeof useKeeping>
  onUndo: () => void
  onCancel: () => void
  onKeep: () => void
  onReset: () => void
}

/** That the dashboard is being laid out, for whom, and the ways out of it. */
export function EditBar({ dirty, keeping, onUndo, onCancel, onKeep, onReset }: Props) {
  const { t } = useTranslation(['dashboard', 'common'])
  const wide = useWide()
  const { busy, items, name } = keeping
  return (
    <header className={css.head}>
      <div className="grow">
        <div className="row">
          <h2 className={css.title}>{t('title')}</h2>
          <Pill tone="waiting">{t(dirty ? 'edit.not_kept' : 'edit.editing')}</Pill>
        </div>
        <small>{t(wide ? 'edit.hint' : 'edit.hint_phone')}</small>
      </div>
      <div className={css.ways}>
        <Button look="quiet" icon="refund" label={t('edit.undo')} disabled={!dirty} onClick={onUndo} />
        {items.length > 1 && (
          <MenuButton icon="person" label={t('edit.whose')} items={items}>
            {t('edit.layout_of', { name })}
          </MenuButton>
        )}
        <Button icon="refresh" disabled={busy} onClick={onReset}>
          {t('edit.reset')}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {t('common:action.cancel')}
        </Button>
        <Button look="primary" icon="check" busy={busy} onClick={onKeep}>
          {t('edit.keep')}
        </Button>
      </div>
    </header>
  )
}
