import { useTranslation } from 'react-i18next'
import { RowActions } from '../records/row-actions.tsx'
import { type Action, useActionItems, useAllowed } from '../ui/actions.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { useWide } from '../ui/use-wide.ts'

interface Props {
  name: string
  actions: readonly Action[]
  compact: boolean
}

/** What can be done with a row: beside it where there is room, else in its menu alone. */
export function BranchActions({ name, actions, compact }: Props) {
  const { t } = useTranslation(['common', 'controls'])
  const wide = useWide()
  const items = useActionItems(useAllowed(actions))
  if (items.length === 0) return <span />
  if (wide && !compact) return <RowActions actions={actions} />
  return (
    <MenuButton
      look="quiet"
      size={wide ? 'small' : 'normal'}
      icon="more"
      label={t('controls:tree.actions', { name })}
      items={items}
    />
  )
}
