import type { Role } from '../../shared/entities/role.ts'

/** A role as its list gives it. */
export interface ListedRole extends Role {
  permissions: string[]
  direct_permissions: string[]
  /** How many people have it. */
  users: number
}
export type GrownRole = Omit<ListedRole, 'children'> & { children: GrownRole[] }
