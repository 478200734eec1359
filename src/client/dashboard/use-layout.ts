import { useMemo } from 'react'
import { dashboardLayout, type LAYOUTS_OF } from '../../shared/endpoints/dashboard-layouts.ts'
import { builtInFor, type Known, permitted } from '../../shared/widgets/layout.ts'
import { useCall } from '../kit/api/queries.ts'
import { grants, permissionsAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'

export interface Layout {
  of: (typeof LAYOUTS_OF)[number]
  placed: Known[]
}

/** How the dashboard is laid out for this person; null until that is known. Where it cannot be known, it is as built in. */
export function useLayout(): Layout | null {
  const permissions = useAtomValue(permissionsAtom)
  const { data, isPending } = useCall(dashboardLayout, {}, { entities: ['dashboard_layout'], offline: true })
  return useMemo(() => {
    if (isPending) return null
    const may = (permission: string) => grants(permissions, permission)
    const { of, widgets } = data ?? { of: 'built_in' as const, widgets: builtInFor(may) }
    // The server may know widgets that this console, loaded before, does not.
    return { of, placed: permitted(widgets, may) }
  }, [data, isPending, permissions])
}
