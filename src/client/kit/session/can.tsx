import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { grants, permissionsAtom } from './session.ts'

/** True when the person holds the permission, or any one of a list. */
export function useMay() {
  const permissions = useAtomValue(permissionsAtom)
  return (wanted: string | readonly string[]) => grants(permissions, wanted)
}

/** Leaves its children out when the person lacks the permission (given a list, any one suffices). */
export function Can({ permission, children }: { permission: string | readonly string[]; children: ReactNode }) {
  return useMay()(permission) ? children : null
}
