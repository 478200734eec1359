import { type Branch, flatten } from './branches.ts'

export type Tick = 'all' | 'some' | 'none'

/** What may be ticked: an entry that gives something by itself. A mere heading is ticked by what lies in it. */
export interface Ticking<T> {
  counts: (node: T) => boolean
  /** Whether the person may tick it, or take the tick away. */
  may: (node: T) => boolean
}

const own = <T extends Branch<T>>(node: T, { counts }: Ticking<T>) => flatten([node]).filter(counts)

export function tickOf<T extends Branch<T>>(node: T, ticked: ReadonlySet<number>, ticking: Ticking<T>): Tick {
  const all = own(node, ticking)
  const count = all.filter(({ id }) => ticked.has(id)).length
  if (count === 0) return 'none'
  return count === all.length ? 'all' : 'some'
}

/** Ticks an entry with all that lies in it, or clears them; what opens it is ticked along. What may not be touched stays. */
export function toggled<T extends Branch<T>>(
  nodes: readonly T[],
  { node, ticked, ticking }: { node: T; ticked: ReadonlySet<number>; ticking: Ticking<T> },
): Set<number> {
  const next = new Set(ticked)
  const touched = own(node, ticking).filter(ticking.may)
  if (touched.every(({ id }) => ticked.has(id))) {
    for (const { id } of touched) next.delete(id)
    return next
  }
  for (const { id } of touched) next.add(id)
  for (const above of leadingTo(nodes, node.id)) if (ticking.counts(above) && ticking.may(above)) next.add(above.id)
  return next
}

/** The entry alone, without what lies in it: a page to be seen, none of its buttons. */
export function alone<T extends Branch<T>>(
  nodes: readonly T[],
  { node, ticked, ticking }: { node: T; ticked: ReadonlySet<number>; ticking: Ticking<T> },
): Set<number> {
  const next = new Set(ticked)
  for (const { id } of own(node, ticking).filter(ticking.may)) next.delete(id)
  for (const above of [node, ...leadingTo(nodes, node.id)])
    if (ticking.counts(above) && ticking.may(above)) next.add(above.id)
  return next
}

/** From the top down to it, itself aside. */
function leadingTo<T extends Branch<T>>(nodes: readonly T[], id: number): T[] {
  for (const node of nodes) {
    if (node.id === id) return []
    if (flatten(node.children).some((below) => below.id === id)) return [node, ...leadingTo(node.children, id)]
  }
  return []
}
