import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Action, useActionItems, useAllowed } from '../ui/actions.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { MenuButton } from '../ui/menu.tsx'
import css from './table/table.module.css'

/** The first is a link in the row, the rest are in its menu. */
export function RowActions({ actions }: { actions: readonly Action[] }) {
  const { t } = useTranslation('common')
  const navigate = useNavigate()
  const [first, ...rest] = useAllowed(actions)
  const items = useActionItems(rest)
  if (!first) return null
  const press = () => (first.to ? navigate(first.to) : first.onPress?.())
  return (
    <div className={css.actions}>
      {first.to ? (
        <ButtonLink look="link" to={first.to}>
          {first.label}
        </ButtonLink>
      ) : (
        <Button look="link" danger={first.danger ?? false} disabled={first.disabled ?? false} onClick={press}>
          {first.label}
        </Button>
      )}
      <MenuButton look="quiet" size="small" icon="more" label={t('action.more')} items={items} />
    </div>
  )
}
