import type { EntityExtras } from '../kit/records/extras.ts'
import { PermissionInput } from './permission-input.tsx'
import { RoleList } from './role-list.tsx'
import { RolePage } from './role-page.tsx'
import { isAsked } from './scope.ts'

export const roleExtras: EntityExtras = {
  List: RoleList,
  Page: RolePage,
  inputs: { menu_ids: PermissionInput },
  asks: isAsked,
}
