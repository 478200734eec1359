import { menuTree } from '../../shared/endpoints/menus.ts'
import type { MenuNode } from '../../shared/endpoints/shell.ts'
import { useCall } from '../kit/api/queries.ts'
import { useMay } from '../kit/session/can.tsx'
import { menuAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { flatten } from '../kit/tree/branches.ts'

/** What of an entry decides about rights. */
export interface Entry extends Pick<MenuNode, 'id' | 'type' | 'permission' | 'path' | 'url' | 'apiList' | 'meta'> {
  children: Entry[]
}

/** A heading gives nothing itself: it shows for what lies in it. */
export const gives = ({ type, path, url, permission }: Entry) =>
  type === 'button' || path !== null || url !== null || permission !== null

export const codesOf = ({ permission, apiList }: Entry): string[] => [
  ...(permission ? [permission] : []),
  ...apiList.map(({ code }) => code),
]

/** The menu that rights are taken from: all of it for who may see it, else the person's own. Nobody gives more than that anyway. */
export function useEntries() {
  const whole = useMay()(menuTree.permission)
  const own = useAtomValue(menuAtom)
  const query = useCall(menuTree, {}, { entities: ['menu'], enabled: whole })
  if (whole) return { ...query, data: query.data as Entry[] | undefined }
  return { data: own as Entry[], error: null, isPending: false, refetch: () => {} }
}

/** What a role carries as it is kept: what is ticked, and the headings over it. */
export function carried(entries: readonly Entry[], ticked: ReadonlySet<number>, kept: readonly number[]): number[] {
  const known = flatten(entries)
  const here = new Set(known.map(({ id }) => id))
  // What this person does not see of it stays.
  const elsewhere = kept.filter((id) => !here.has(id))
  const headings = known.filter((entry) => !gives(entry) && flatten(entry.children).some(({ id }) => ticked.has(id)))
  const chosen = known.filter((entry) => gives(entry) && ticked.has(entry.id))
  return [...new Set([...elsewhere, ...headings.map(({ id }) => id), ...chosen.map(({ id }) => id)])].sort(
    (a, b) => a - b,
  )
}
