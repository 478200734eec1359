import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EMPTY } from '../i18n/format.ts'
import { Icon } from '../ui/icon.tsx'
import { BranchActions } from './branch-actions.tsx'
import type { Branch } from './branches.ts'
import { Fold } from './fold.tsx'
import css from './tree.module.css'
import type { Tree } from './types.ts'

interface Props<T extends Branch<T>> {
  tree: Tree<T>
  node: T
  depth: number
}

function Name<T extends Branch<T>>({ tree, node }: { tree: Tree<T>; node: T }) {
  const shown = tree.title?.(node) ?? tree.nameOf(node)
  const to = tree.to?.(node)
  if (to) return <Link to={to}>{shown}</Link>
  if (!tree.onChoose) return <span>{shown}</span>
  return (
    <button
      type="button"
      className={css.choose}
      aria-current={tree.chosen === node.id ? 'true' : undefined}
      onClick={() => tree.onChoose?.(node)}
    >
      {shown}
    </button>
  )
}

function Grip<T extends Branch<T>>({ tree, node }: { tree: Tree<T>; node: T }) {
  const { t } = useTranslation(['common', 'controls'])
  if (!tree.grip) return null
  const label = t('controls:tree.move', { name: tree.nameOf(node) })
  return (
    <button type="button" className={css.grip} aria-label={label} title={label} {...tree.grip(node)}>
      <Icon name="sort" size={14} />
    </button>
  )
}

/** A record's row, and below it the rows of what stands under it. */
export function TreeRow<T extends Branch<T>>({ tree, node, depth }: Props<T>) {
  const { columns = [], held, folds } = tree
  const open = (tree.unfolded ?? false) || !folds.isFolded(node.id)
  const over = held?.over?.id === node.id ? held.over.side : undefined
  const look = [css.row, tree.chosen === node.id && css.chosen, held?.id === node.id && css.held]
  return (
    <li>
      <div
        className={look.filter(Boolean).join(' ')}
        style={{ '--depth': depth } as CSSProperties}
        data-branch={node.id}
        data-over={over}
      >
        <div className={css.title}>
          <Grip tree={tree} node={node} />
          <Fold
            name={tree.nameOf(node)}
            full={node.children.length > 0}
            open={open}
            locked={tree.unfolded ?? false}
            onToggle={() => folds.toggle(node.id)}
          />
          <span className={css.name}>
            <Name tree={tree} node={node} />
          </span>
        </div>
        {columns.length > 0 && (
          <div className={css.cells}>
            {columns.map(({ key, label, cell }) => {
              const shown = cell(node)
              // On a phone what is not there takes no room.
              if (!tree.wide && !shown) return null
              return (
                <div key={key} className={css.cell}>
                  <span className="hidden-text">{label}: </span>
                  {shown || EMPTY}
                </div>
              )
            })}
          </div>
        )}
        {tree.actions && (
          <div className={css.actions}>
            <BranchActions name={tree.nameOf(node)} actions={tree.actions(node)} compact={tree.compact ?? false} />
          </div>
        )}
      </div>
      {open && node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <TreeRow key={child.id} tree={tree} node={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
