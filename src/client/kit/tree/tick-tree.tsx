import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../ui/input.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Empty } from '../ui/states.tsx'
import { type Branch, flatten, narrowed } from './branches.ts'
import { Fold } from './fold.tsx'
import css from './tick-tree.module.css'
import { alone, type Ticking, tickOf, toggled } from './ticks.ts'
import { type Folds, useFolds } from './use-folds.ts'

interface Props<T extends Branch<T>> {
  label: string
  nodes: readonly T[]
  ticked: ReadonlySet<number>
  onChange: (ticked: Set<number>) => void
  ticking: Ticking<T>
  nameOf: (node: T) => string
  /** A quiet word behind the name: why it cannot be ticked. */
  noteOf?: (node: T) => ReactNode
  /** How programs call it: at the end of the line, and found by the search. */
  codeOf?: (node: T) => string
  /** That it is ticked anew, or not ticked any more. */
  markOf?: (node: T) => { kind: 'new' | 'gone'; word: string } | null
  /** The word for ticking a branch without what lies in it. */
  aloneWord: string
  /** Branches that are folded at first. */
  folded?: readonly number[]
}

/** What every row needs to know of the tree. */
interface Tree<T extends Branch<T>> extends Props<T> {
  folds: Folds
  unfolded: boolean
}

interface RowProps<T extends Branch<T>> {
  tree: Tree<T>
  /** As it is shown: narrowed by what is looked for. */
  node: T
  depth: number
}

/** A box that knows a third state: some of what lies in it. */
function Box<T extends Branch<T>>({ tree, node }: Omit<RowProps<T>, 'depth'>) {
  const { nodes, ticked, ticking, onChange, nameOf } = tree
  const box = useRef<HTMLInputElement>(null)
  const tick = tickOf(node, ticked, ticking)
  useEffect(() => {
    if (box.current) box.current.indeterminate = tick === 'some'
  }, [tick])
  const locked = !flatten([node]).some((below) => ticking.counts(below) && ticking.may(below))
  return (
    <Checkbox
      ref={box}
      label={nameOf(node)}
      checked={tick === 'all'}
      disabled={locked}
      onChange={() => onChange(toggled(nodes, { node, ticked, ticking }))}
    />
  )
}

function Row<T extends Branch<T>>({ tree, node, depth }: RowProps<T>) {
  const { nodes, ticked, ticking, folds, nameOf } = tree
  const name = nameOf(node)
  const open = tree.unfolded || !folds.isFolded(node.id)
  const inside = node.children.length > 0
  const mark = tree.markOf?.(node)
  const code = tree.codeOf?.(node)
  const canStandAlone = inside && ticking.counts(node) && ticking.may(node) && tickOf(node, ticked, ticking) !== 'none'
  return (
    <li>
      <div
        className={[css.row, mark && css[mark.kind]].filter(Boolean).join(' ')}
        style={{ '--depth': depth } as CSSProperties}
      >
        <Fold name={name} full={inside} open={open} locked={tree.unfolded} onToggle={() => folds.toggle(node.id)} />
        <span className={css.name}>
          <Box tree={tree} node={node} />
        </span>
        <small className={css.note}>{tree.noteOf?.(node)}</small>
        {mark && <small className={css.mark}>{mark.word}</small>}
        {canStandAlone && (
          <button
            type="button"
            className={css.alone}
            aria-label={`${tree.aloneWord}: ${name}`}
            onClick={() => tree.onChange(alone(nodes, { node, ticked, ticking }))}
          >
            {tree.aloneWord}
          </button>
        )}
        {code && (
          <code className={css.code} title={code}>
            {code}
          </code>
        )}
      </div>
      {inside && open && (
        <ul>
          {node.children.map((child) => (
            <Row key={child.id} tree={tree} node={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Entries to be ticked, one in the other: a branch ticks what lies in it, and shows when only some of that is ticked. */
export function TickTree<T extends Branch<T>>(props: Props<T>) {
  const { t } = useTranslation(['common', 'controls'])
  const { label, nodes, ticked, ticking, nameOf, folded = [] } = props
  const [keyword, setKeyword] = useState('')
  const [only, setOnly] = useState(false)
  const folds = useFolds(folded)
  const wanted = keyword.trim().toLowerCase()
  const fits = (node: T) => [nameOf(node), props.codeOf?.(node)].some((text) => text?.toLowerCase().includes(wanted))
  const found = wanted ? narrowed(nodes, fits) : nodes
  const shown = only ? onlyTicked(found, ticked) : found
  const all = flatten(nodes).filter(ticking.counts)
  const count = all.filter(({ id }) => ticked.has(id)).length
  const tree: Tree<T> = { ...props, folds, unfolded: wanted !== '' || only }
  const branches = flatten(nodes).filter(({ children }) => children.length > 0)
  return (
    <fieldset className={css.box} aria-label={label}>
      <div className={css.tools}>
        <SearchInput
          size="small"
          className={css.search}
          label={t('controls:tree.search')}
          value={keyword}
          onChange={setKeyword}
        />
        <Checkbox label={t('controls:tree.only_ticked')} checked={only} onChange={() => setOnly(!only)} />
        <button type="button" className={css.alone} onClick={() => folds.set([])}>
          {t('controls:tree.unfold_all')}
        </button>
        <button type="button" className={css.alone} onClick={() => folds.set(branches.map(({ id }) => id))}>
          {t('controls:tree.fold_all')}
        </button>
        <output className={css.count}>{t('controls:tree.ticked', { count, all: all.length })}</output>
      </div>
      <ul className={css.list}>
        {shown.map((node) => (
          <Row key={node.id} tree={tree} node={node} depth={0} />
        ))}
      </ul>
      {shown.length === 0 && <Empty icon="search" text={t('form.nothing_found')} />}
    </fieldset>
  )
}

/** What is ticked, with what leads to it, and nothing else. */
function onlyTicked<T extends Branch<T>>(nodes: readonly T[], ticked: ReadonlySet<number>): T[] {
  return nodes.flatMap((node) => {
    const children = onlyTicked(node.children, ticked)
    return ticked.has(node.id) || children.length > 0 ? [{ ...node, children }] : []
  })
}
