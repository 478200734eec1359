import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { type Pile, pile as pileEntity } from '../../../shared/entities/pile.ts'
import { permissionOf } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../../kit/fields/cell.tsx'
import { InUseDialog, removeRecord } from '../../kit/records/page/remove-record.tsx'
import { isArchived, restoreAction } from '../../kit/records/page/restore.ts'
import { useHome } from '../../kit/session/homes.ts'
import type { Action } from '../../kit/ui/actions.tsx'
import { usePileActions } from '../use-pile-actions.tsx'

/** What can be done with the pile whose page shows, and the dialogs that belong to it. */
export function usePageActions(pile: Pile) {
  const { t } = useTranslation('common')
  const { t: words } = useTranslation('piles')
  const navigate = useNavigate()
  const home = useHome('pile') ?? '/'
  const { actionsOf, dialog } = usePileActions()
  const plans = useHome('maintenance')
  const own = actionsOf(pile).filter(({ key }) => key === 'password' || key === 'label')
  const inUse: Action[] = [
    ...own,
    ...(plans && pile.site_id !== null
      ? [
          {
            key: 'maintenance',
            label: words('plan_maintenance'),
            icon: 'wrench' as const,
            permission: 'maintenance.create',
            to: `${plans}/create?site_id=${pile.site_id}&pile_id=${pile.id}`,
          },
        ]
      : []),
    {
      key: 'delete',
      label: t('action.delete'),
      icon: 'trash',
      danger: true,
      permission: permissionOf(pileEntity, 'delete'),
      onPress: async () => {
        if (await removeRecord(pileEntity, pile as unknown as AnyRow)) navigate(home)
      },
    },
    {
      key: 'edit',
      label: t('action.edit'),
      icon: 'edit',
      permission: permissionOf(pileEntity, 'update'),
      to: `${home}/${pile.id}/edit`,
    },
  ]
  const actions = isArchived(pile) ? [restoreAction(pileEntity, [pile.id])] : inUse
  const dialogs = (
    <>
      {dialog}
      <InUseDialog />
    </>
  )
  return { actions, dialogs }
}
