import { type Branch, findNode, parentOf, withBelow } from './branches.ts'

/** Where something is put: under what (null: nothing), and at which place among those that are there without it. */
export interface Move {
  id: number
  parent_id: number | null
  place: number
}

export type Step = 'up' | 'down' | 'in' | 'out'

/** Which part of a row something is held over. */
export type Side = 'before' | 'after' | 'into'

/** Whether something may stand under it; null is the top. */
export type AcceptsChild<T> = (node: T, parent: T | null) => boolean

const besides = <T extends Branch<T>>(nodes: readonly T[], parent: T | null, id: number) =>
  (parent ? parent.children : nodes).filter((node) => node.id !== id)

/** One step up or down among its neighbours, into the one above it, or out behind what it stands in; null where there is none. */
export function stepped<T extends Branch<T>>(nodes: readonly T[], id: number, step: Step): Move | null {
  const parent = parentOf(nodes, id)
  const siblings = parent ? parent.children : nodes
  const at = siblings.findIndex((node) => node.id === id)
  if (step === 'up') return at > 0 ? { id, parent_id: parent?.id ?? null, place: at - 1 } : null
  if (step === 'down') return at < siblings.length - 1 ? { id, parent_id: parent?.id ?? null, place: at + 1 } : null
  if (step === 'in') {
    const above = siblings[at - 1]
    return above ? { id, parent_id: above.id, place: above.children.length } : null
  }
  if (!parent) return null
  const over = parentOf(nodes, parent.id)
  return { id, parent_id: over?.id ?? null, place: (over ? over.children : nodes).indexOf(parent) + 1 }
}

/** Let go over a row: before it, behind it or in it. Null where it cannot stand, or stands already. */
export function dropped<T extends Branch<T>>(
  nodes: readonly T[],
  { id, target, side, takes }: { id: number; target: number; side: Side; takes: AcceptsChild<T> },
): Move | null {
  const moved = findNode(nodes, id)
  const over = findNode(nodes, target)
  if (!moved || !over || withBelow(moved).includes(target)) return null
  const parent = side === 'into' ? over : parentOf(nodes, target)
  if (!takes(moved, parent)) return null
  const others = besides(nodes, parent, id)
  const at = others.findIndex((node) => node.id === target)
  const place = side === 'into' ? others.length : side === 'before' ? at : at + 1
  return stays(nodes, { id, parent_id: parent?.id ?? null, place })
    ? null
    : { id, parent_id: parent?.id ?? null, place }
}

function stays<T extends Branch<T>>(nodes: readonly T[], { id, parent_id, place }: Move): boolean {
  const parent = parentOf(nodes, id)
  if ((parent?.id ?? null) !== parent_id) return false
  return (parent ? parent.children : nodes).findIndex((node) => node.id === id) === place
}
