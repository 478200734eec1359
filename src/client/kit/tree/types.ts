import type { ReactNode } from 'react'
import type { Action } from '../ui/actions.tsx'
import type { Branch } from './branches.ts'
import type { AcceptsChild, Move } from './moves.ts'
import type { DragState } from './use-drag.ts'
import type { Folds } from './use-folds.ts'

export interface TreeColumn<T> {
  key: string
  label: string
  cell: (node: T) => ReactNode
  /** A share of the width; 1 unless said. */
  share?: number
}

export interface Moving<T> {
  takes: AcceptsChild<T>
  onMove: (move: Move) => void
}

export interface TreeListProps<T extends Branch<T>> {
  /** What the tree is of. */
  label: string
  nodes: readonly T[]
  /** What people call it: for the buttons of its row. */
  nameOf: (node: T) => string
  /** What stands first in its row; the name when absent. */
  title?: (node: T) => ReactNode
  /** Where its name leads. */
  to?: (node: T) => string | null
  /** Instead of leading somewhere its name chooses it. */
  onChoose?: (node: T) => void
  chosen?: number | null
  columns?: readonly TreeColumn<T>[]
  actions?: (node: T) => readonly Action[]
  /** All that can be done is in the row's menu: beside a form there is no room for more. */
  compact?: boolean
  /** Rows can be put elsewhere: by mouse, by finger, by keys. */
  moving?: Moving<T>
  /** Branches that are folded at first. */
  folded?: readonly number[]
  /** While something is looked for nothing is folded. */
  unfolded?: boolean
}

/** What every row of a tree needs to know of it. */
export interface Tree<T extends Branch<T>> extends TreeListProps<T> {
  folds: Folds
  wide: boolean
  held: DragState | null
  grip: ((node: T) => Record<string, unknown>) | null
}
