import type { Role } from '../../shared/entities/role.ts'
import type { Titled } from '../../shared/kit/entity.ts'
import { grown } from '../kit/tree/branches.ts'

/** A role as its list gives it. */
export interface ListedRole extends Role {
  permissions: string[]
  direct_permissions: string[]
  /** What it is for, as far as one reaches it, and how many more there are. */
  sites: Titled[]
  merchants: Titled[]
  more_sites: number
  more_merchants: number
  /** How many people have it. */
  users: number
}
export type GrownRole = Omit<ListedRole, 'children'> & { children: GrownRole[] }

/** The roles as they stand under each other. */
export const grownRoles = (rows: readonly object[]): GrownRole[] =>
  grown(rows as unknown as ListedRole[], ({ parent_id }) => parent_id) as unknown as GrownRole[]
