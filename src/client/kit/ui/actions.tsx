import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useMay } from '../session/can.tsx'
import { Button, ButtonLink } from './button.tsx'
import type { IconName } from './icon.tsx'
import { MenuButton } from './menu.tsx'
import { useWide } from './use-wide.ts'

/** Something a person may do here: a link (`to`) or a press. */
export interface Action {
  key: string
  label: string
  icon?: IconName
  to?: string
  onPress?: () => void
  primary?: boolean
  danger?: boolean
  busy?: boolean
  disabled?: boolean
  /** Left out when the person lacks it. */
  permission?: string | readonly string[]
}

/** The actions that the person may take. */
export function useAllowed(actions: readonly Action[]): Action[] {
  const may = useMay()
  return actions.filter((action) => !action.permission || may(action.permission))
}

function ActionButton({ action }: { action: Action }) {
  const look = action.primary ? 'primary' : 'plain'
  const shared = { look, danger: action.danger ?? false, ...(action.icon && { icon: action.icon }) } as const
  if (action.to) {
    return (
      <ButtonLink to={action.to} {...shared}>
        {action.label}
      </ButtonLink>
    )
  }
  return (
    <Button {...shared} busy={action.busy ?? false} disabled={action.disabled ?? false} onClick={action.onPress}>
      {action.label}
    </Button>
  )
}

/** Actions as items of a menu. */
export function useActionItems(actions: readonly Action[]) {
  const navigate = useNavigate()
  return actions.map((action) => ({
    key: action.key,
    label: action.label,
    danger: action.danger ?? false,
    disabled: (action.disabled || action.busy) ?? false,
    ...(action.icon && { icon: action.icon }),
    onPress: () => (action.to ? navigate(action.to) : action.onPress?.()),
  }))
}

/** A page's actions: buttons in a row where there is room; on a phone the primary one as an icon, the rest in a menu, unless `inline`. */
export function Actions({ actions, inline = false }: { actions: readonly Action[]; inline?: boolean }) {
  const { t } = useTranslation('common')
  const wide = useWide() || inline
  const navigate = useNavigate()
  const allowed = useAllowed(actions)
  const first = allowed.find((action) => action.primary && action.icon)
  const items = useActionItems(wide ? [] : allowed.filter((action) => action !== first))
  if (wide) return allowed.map((action) => <ActionButton key={action.key} action={action} />)
  return (
    <>
      {first?.icon && (
        <Button
          look="quiet"
          icon={first.icon}
          label={first.label}
          onClick={() => (first.to ? navigate(first.to) : first.onPress?.())}
        />
      )}
      <MenuButton look="quiet" icon="more" label={t('action.more')} items={items} />
    </>
  )
}

/** Actions in a row below a card; nothing where there are none. */
export const footOf = (actions: readonly Action[]) =>
  actions.length > 0 ? (
    <div className="row">
      <Actions inline actions={actions} />
    </div>
  ) : null
