import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { role } from '../../shared/entities/role.ts'
import { user } from '../../shared/entities/user.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityPage } from '../kit/records/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useAllRecords } from '../kit/records/use-all-records.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { findNode, grown } from '../kit/tree/branches.ts'
import { Card } from '../kit/ui/card.tsx'
import type { GrownRole, ListedRole } from './listed-role.ts'
import { useRoleActions } from './use-role-actions.tsx'

/** Who has the role, as far as one may see people. */
function People({ id }: { id: number }) {
  const { t } = useTranslation('people')
  const recordPath = useRecordPath()
  if (!useMay()(permissionOf(user, 'list'))) return null
  return (
    <Card title={t('role.people')}>
      <RecordList
        entity={user}
        name="users_of_role"
        fixed={{ role_ids: [id] }}
        without={['role_ids', 'avatar', 'created_at', 'updated_at']}
        embedded
        lean
        open={(row) => recordPath('user', row.id)}
        empty={{ text: t('role.nobody'), icon: 'people' }}
      />
    </Card>
  )
}

/** A role: what it allows, for which records, and who has it. */
export function RolePage({ id }: { id: number }) {
  const { t } = useTranslation('people')
  const format = useFormat()
  const navigate = useNavigate()
  const home = useHome('role') ?? '/'
  const all = useAllRecords(role, ['user'])
  const { actionsOf, dialog } = useRoleActions(() => navigate(home))
  const tree = grown((all.data ?? []) as ListedRole[], ({ parent_id }) => parent_id) as unknown as GrownRole[]
  const given = findNode(tree, id)
  const actions = given ? actionsOf(given).filter(({ key }) => key !== 'edit') : []
  const count = (row: AnyRow) => (row as unknown as ListedRole).permissions
  return (
    <>
      <EntityPage
        entity={roleWithoutRemoval}
        id={id}
        actions={() => actions}
        cells={{
          menu_ids: (row) =>
            count(row).includes('*')
              ? t('permissions.all')
              : count(row).length > 0
                ? t('permissions.count', { count: count(row).length, n: format.number(count(row).length) })
                : EMPTY,
        }}
        panels={() => <People id={id} />}
      />
      {dialog}
    </>
  )
}

/** Deleting a role asks in words of its own: those under it go with it. */
const { remove: _, ...calls } = role.calls
const roleWithoutRemoval = { ...role, calls }
