import i18next from 'i18next'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { role } from '../../shared/entities/role.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { doAndSay } from '../kit/api/do-and-say.ts'
import { recordOf } from '../kit/api/records.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { removeRecord } from '../kit/records/page/remove-record.tsx'
import { useHome } from '../kit/session/homes.ts'
import { flatten } from '../kit/tree/branches.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { toast } from '../kit/ui/toast.ts'
import type { GrownRole, ListedRole } from './listed-role.ts'
import { PermissionDialog } from './permission-dialog.tsx'
import { ScopeDialog } from './scope-dialog.tsx'

/** Deletes a role with those under it, after saying which those are; true when it is gone. */
async function removeRole(given: GrownRole): Promise<boolean> {
  await i18next.loadNamespaces('people')
  const names = flatten(given.children).map(({ name }) => name)
  const more = names.length > 0 ? i18next.t('people:remove.children', { names: names.join(', ') }) : ''
  return removeRecord(role, given as unknown as AnyRow, { more })
}

interface Opened {
  what: 'permissions' | 'scope'
  role: ListedRole
}

/** What can be done with a role, and the dialog that is open for it. */
export function useRoleActions(onRemoved: () => void = () => {}): {
  actionsOf: (given: GrownRole) => Action[]
  dialog: ReactNode
} {
  const { t } = useTranslation(['people', 'common'])
  const home = useHome('role') ?? ''
  const [open, setOpen] = useState<Opened | null>(null)
  const permission = permissionOf(role, 'update')
  /** As it is now: what the list shows may be a moment old, and what is ticked replaces all of it. */
  const openFresh = (what: Opened['what'], id: number) =>
    doAndSay(async () => {
      const fresh = await recordOf(role, id)
      if (fresh) setOpen({ what, role: fresh as ListedRole })
      else toast(t('common:record.gone'), { tone: 'error' })
    })
  const actionsOf = (given: GrownRole): Action[] => [
    {
      key: 'permissions',
      label: t('permissions.action'),
      icon: 'unlock',
      permission,
      onPress: () => void openFresh('permissions', given.id),
    },
    {
      key: 'scope',
      label: t('scope.action'),
      icon: 'target',
      permission,
      onPress: () => void openFresh('scope', given.id),
    },
    {
      key: 'below',
      label: t('role.add_below'),
      icon: 'plus',
      to: `${home}/create?parent_id=${given.id}`,
      permission: permissionOf(role, 'create'),
    },
    { key: 'edit', label: t('common:action.edit'), icon: 'edit', to: `${home}/edit/${given.id}`, permission },
    {
      key: 'delete',
      label: t('common:action.delete'),
      icon: 'trash',
      danger: true,
      permission: permissionOf(role, 'delete'),
      onPress: () => void removeRole(given).then((gone) => gone && onRemoved()),
    },
  ]
  const close = () => setOpen(null)
  const dialog = open && (
    <>
      {open.what === 'permissions' && (
        <Suspense fallback={null}>
          <PermissionDialog role={open.role} onClose={close} />
        </Suspense>
      )}
      {open.what === 'scope' && (
        <Suspense fallback={null}>
          <ScopeDialog role={open.role} onClose={close} />
        </Suspense>
      )}
    </>
  )
  return { actionsOf, dialog }
}
