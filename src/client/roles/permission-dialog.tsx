import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Role, role } from '../../shared/entities/role.ts'
import { asFailure } from '../kit/api/failure.ts'
import { invalidate } from '../kit/api/queries.ts'
import { update } from '../kit/api/records.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import type { ListedRole } from './listed-role.ts'
import { PermissionTree } from './permission-tree.tsx'
import css from './roles.module.css'

/** What a role's people may do, set as a whole: it holds from the moment that it is saved. */
export function PermissionDialog({ role: given, onClose }: { role: ListedRole; onClose: () => void }) {
  const { t } = useTranslation(['people', 'common'])
  const [menuIds, setMenuIds] = useState<number[]>(given.menu_ids)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  async function save() {
    setBusy(true)
    try {
      await update(role, { id: given.id, version: given.version, menu_ids: menuIds } as Partial<Role> & { id: number })
      for (const entity of ['role', 'user']) void invalidate(entity)
      toast(t('common:done.saved'), { tone: 'success' })
      onClose()
    } catch (failed) {
      const { fields, message } = asFailure(failed)
      setError(fields.menu_ids ?? message)
      setBusy(false)
    }
  }
  return (
    <DecisionDialog
      large
      title={t('permissions.title', { role: given.name })}
      action={t('common:action.save')}
      busy={busy}
      error={error}
      onDecide={() => void save()}
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
