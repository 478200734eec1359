import { useTranslation } from 'react-i18next'
import { useActionItems, useAllowed } from '../ui/actions.tsx'
import { MenuButton } from '../ui/menu.tsx'
import { useSheetActions } from './use-sheet-actions.tsx'

/** The button of a wide list's toolbar; there is none for who may neither. */
export function SheetMenu(listed: Parameters<typeof useSheetActions>[0]) {
  const { t } = useTranslation('common')
  const { actions, dialog } = useSheetActions(listed)
  const items = useActionItems(useAllowed(actions))
  return (
    <>
      <MenuButton icon="download" label={t('sheets.menu')} items={items} />
      {dialog}
    </>
  )
}
