/** What a tree is made of. */
export interface Branch<T> {
  id: number
  children: readonly T[]
}

/** Everything, what stands above before what lies in it. */
export const flatten = <T extends Branch<T>>(nodes: readonly T[]): T[] =>
  nodes.flatMap((node) => [node, ...flatten(node.children)])

export const withBelow = <T extends Branch<T>>(node: T): number[] => flatten([node]).map(({ id }) => id)

/** A figure of a branch and of all below it. */
export const totalOf = <T extends Branch<T>>(node: T, figureOf: (node: T) => number): number =>
  flatten([node]).reduce((sum, each) => sum + figureOf(each), 0)

export const findNode = <T extends Branch<T>>(nodes: readonly T[], id: number): T | undefined =>
  flatten(nodes).find((node) => node.id === id)

/** What a record stands under; null for one that stands under none. */
export function parentOf<T extends Branch<T>>(nodes: readonly T[], id: number): T | null {
  return flatten(nodes).find(({ children }) => children.some((child) => child.id === id)) ?? null
}

/** What fits, with what leads to it; everything in what fits stays with it. */
export function narrowed<T extends Branch<T>>(nodes: readonly T[], fits: (node: T) => boolean): T[] {
  return nodes.flatMap((node) => {
    if (fits(node)) return [node]
    const children = narrowed(node.children, fits)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** A tree of records that know what they stand under; one whose parent is not among them stands at the top. */
export function grown<R extends { id: number }>(rows: readonly R[], parentIdOf: (row: R) => number | null) {
  type Grown = R & { children: Grown[] }
  const known = new Set(rows.map(({ id }) => id))
  const under = (parent: number | null): Grown[] =>
    rows
      .filter((row) => {
        const own = parentIdOf(row)
        return (own !== null && known.has(own) ? own : null) === parent
      })
      .map((row) => ({ ...row, children: under(row.id) }))
  return under(null)
}
