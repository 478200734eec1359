import type { CSSProperties } from 'react'
import { useWide } from '../ui/use-wide.ts'
import type { Branch } from './branches.ts'
import css from './tree.module.css'
import { TreeRow } from './tree-row.tsx'
import type { Tree, TreeListProps } from './types.ts'
import { useFolds } from './use-folds.ts'
import { useMoving, useSteps } from './use-moving.ts'

/** Wide enough for the first action's words and the menu of the others. */
const ACTIONS = '150px'

/** Records that stand under each other: a table with steps where there is room, on a phone a list with indents. */
export function TreeList<T extends Branch<T>>(props: TreeListProps<T>) {
  const { label, nodes, columns = [], actions, moving } = props
  const folds = useFolds(props.folded)
  const wide = useWide()
  const steps = useSteps(props)
  const { list, held, grip } = useMoving(props)
  const withSteps = (node: T) => [...(actions?.(node) ?? []), ...(moving && !wide ? steps(node) : [])]
  const acting = actions !== undefined || moving !== undefined
  const tree: Tree<T> = { ...props, ...(acting && { actions: withSteps }), folds, wide, held, grip }
  const shares = columns.map(({ share = 1 }) => `minmax(0, ${share}fr)`).join(' ')
  return (
    <div
      ref={list}
      className={css.tree}
      style={
        {
          '--columns': shares || undefined,
          '--actions': acting ? (wide && !props.compact ? ACTIONS : 'auto') : undefined,
        } as CSSProperties
      }
      data-holding={held !== null}
    >
      {wide && columns.length > 0 && (
        <div className={css.heads} aria-hidden="true">
          <span>{label}</span>
          {columns.map((column) => (
            <span key={column.key}>{column.label}</span>
          ))}
          <span />
        </div>
      )}
      <ul aria-label={label}>
        {nodes.map((node) => (
          <TreeRow key={node.id} tree={tree} node={node} depth={0} />
        ))}
      </ul>
    </div>
  )
}
