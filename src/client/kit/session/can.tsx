import type { ReactNode } from 'react'
import type { Entity } from '../../../shared/kit/entity.ts'
import { readable } from '../../../shared/kit/readable.ts'
import { grants, holdsRole, permissionsAtom, rolesAtom } from './session.ts'
import { useAtomValue } from './store.ts'

/** True when the person holds the permission, or any one of a list. */
export function useMay() {
  const permissions = useAtomValue(permissionsAtom)
  return (wanted: string | readonly string[]) => grants(permissions, wanted)
}

/** The entity as this person knows it: without the fields that they may not read. */
export function useReadable<E extends Entity>(entity: E): E {
  const permissions = useAtomValue(permissionsAtom)
  return readable(entity, (permission) => grants(permissions, permission))
}

interface CanProps {
  permission?: string | readonly string[]
  role?: string | readonly string[]
  children: ReactNode
}

/** Leaves its children out when the person lacks the permission or the role (given a list, any one suffices). */
export function Can({ permission, role, children }: CanProps) {
  const may = useMay()
  const roles = useAtomValue(rolesAtom)
  const allowed = (permission === undefined || may(permission)) && (role === undefined || holdsRole(roles, role))
  return allowed ? children : null
}
