import { user } from '../../shared/entities/user.ts'
import { EntityPage } from '../kit/records/page/entity-page.tsx'
import { isArchived } from '../kit/records/page/restore.ts'
import type { ListedUser } from './listed-user.ts'
import { RightsCard } from './rights-card.tsx'
import { RoleChips } from './role-chips.tsx'
import { useUserActions } from './use-user-actions.tsx'

/** A user: who it is, and what they may do. */
export function UserPage({ id }: { id: number }) {
  const { actionsOf, isItself, dialog } = useUserActions()
  return (
    <>
      <EntityPage
        entity={user}
        id={id}
        actions={(row) => actionsOf(row as unknown as ListedUser)}
        stays={isItself}
        cells={{ role_ids: (row) => <RoleChips user={row as unknown as ListedUser} /> }}
        panels={(row) => (isArchived(row) ? null : <RightsCard id={id} />)}
      />
      {dialog}
    </>
  )
}
