import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Banner } from '../kit/ui/states.tsx'
import type { ListedRole } from './listed-role.ts'
import { PermissionTree } from './permission-tree.tsx'
import css from './roles.module.css'
import { useRoleChange } from './use-role-change.ts'

/** What a role's people may do, set as a whole: it holds from the moment that it is saved. */
export function PermissionDialog({ role: given, onClose }: { role: ListedRole; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const [menuIds, setMenuIds] = useState<number[]>(given.menu_ids)
  const { save, busy, failure } = useRoleChange(given, onClose)
  return (
    <DecisionDialog
      large
      title={t('permissions.title', { role: given.name })}
      action={t('common:action.save')}
      busy={busy}
      error={failure && (failure.fields.menu_ids ?? failure.message)}
      onDecide={() => save({ menu_ids: menuIds })}
      onClose={onClose}
    >
      <div className={css.stack}>
        {given.direct_permissions.length > 0 && (
          <Banner tone="charging" icon="info">
            {given.direct_permissions.includes('*')
              ? t('permissions.everything')
              : t('permissions.beyond', { codes: given.direct_permissions.join(', ') })}
          </Banner>
        )}
        {given.users > 0 && <p>{t('permissions.at_once', { count: given.users })}</p>}
        <PermissionTree label={t('permissions.label')} value={menuIds} onChange={setMenuIds} />
      </div>
    </DecisionDialog>
  )
}
