import { useTranslation } from 'react-i18next'
import { dept } from '../../shared/entities/dept.ts'
import { user } from '../../shared/entities/user.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { useMay } from '../kit/session/can.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { PersonPicture } from '../kit/upload/person-picture.tsx'
import { DeptAside } from './dept-aside.tsx'
import type { ListedUser } from './listed-user.ts'
import { RoleChips } from './role-chips.tsx'
import { useEndSignIns, useUserActions } from './use-user-actions.tsx'
import css from './users.module.css'

function People() {
  const { t } = useTranslation('people')
  const { actionsOf, isItself, dialog } = useUserActions()
  const may = useMay()
  const signIns = useEndSignIns()
  return (
    <>
      <EntityList
        entity={user}
        actions={
          may('*')
            ? [{ key: 'end_all', label: t('end_sign_ins.all'), icon: 'exit', onPress: () => void signIns.ofAll() }]
            : []
        }
        without={['avatar', 'name']}
        cells={{
          user_name: ({ user_name, name, avatar }) => (
            <span className={css.person}>
              <PersonPicture name={name || user_name} picture={avatar} />
              <span className={css.called}>
                {user_name}
                {name !== user_name && <small>{name}</small>}
              </span>
            </span>
          ),
          role_ids: (row) => <RoleChips user={row as ListedUser} />,
        }}
        rowActions={(row) => actionsOf(row as ListedUser)}
        stays={isItself}
        emptyWith={({ status }) =>
          Array.isArray(status) && status.length === 1 && status[0] === 'unverified' ? t('user.none_to_approve') : null
        }
      />
      {dialog}
      {signIns.dialog}
    </>
  )
}

/** Who signs in to the console; where there is room with the departments beside them. */
export function UserList() {
  const may = useMay()
  const beside = useWide() && may(permissionOf(dept, 'list'))
  if (!beside) return <People />
  return (
    <div className={css.split}>
      <DeptAside />
      <People />
    </div>
  )
}
