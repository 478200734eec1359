import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { role } from '../../shared/entities/role.ts'
import { user } from '../../shared/entities/user.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { useSampleWords } from '../kit/i18n/sample-words.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useAllRecords } from '../kit/records/use-all-records.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { findNode } from '../kit/tree/branches.ts'
import { Card } from '../kit/ui/card.tsx'
import { grownRoles, type ListedRole } from './listed-role.ts'
import { NamedRecords } from './named-records.tsx'
import { PermissionCount } from './permission-count.tsx'
import { isAsked } from './scope.ts'
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
  const navigate = useNavigate()
  const home = useHome('role') ?? '/'
  const all = useAllRecords(role, ['user'])
  const { actionsOf, dialog } = useRoleActions(() => navigate(home))
  const given = findNode(grownRoles(all.data ?? []), id)
  const actions = given ? actionsOf(given).filter(({ key }) => key !== 'edit') : []
  const samples = useSampleWords()
  const shown = (row: AnyRow) => row as unknown as ListedRole
  return (
    <>
      <EntityPage
        entity={roleWithoutRemoval}
        id={id}
        actions={() => actions}
        title={({ name }) => samples.name(String(name))}
        cells={{
          name: ({ name }) => samples.name(String(name)),
          remark: ({ remark }) => (typeof remark === 'string' ? samples.remark(remark) : null),
          menu_ids: (row) => <PermissionCount role={shown(row)} />,
          site_ids: (row) => <NamedRecords entity="site" titles={shown(row).sites} more={shown(row).more_sites} />,
          merchant_ids: (row) => (
            <NamedRecords entity="merchant" titles={shown(row).merchants} more={shown(row).more_merchants} />
          ),
        }}
        tells={isAsked}
        panels={() => <People id={id} />}
      />
      {dialog}
    </>
  )
}

/** Deleting a role asks in words of its own: those under it go with it. */
const { remove: _, ...calls } = role.calls
const roleWithoutRemoval = { ...role, calls }
