import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AnyRow } from '../../fields/cell.tsx'
import { Skeleton } from '../../ui/states.tsx'
import css from './tiles.module.css'

interface Props {
  /** Null while they load. */
  rows: readonly AnyRow[] | null
  tile: (row: AnyRow) => ReactNode
  open?: ((row: AnyRow) => string | null) | undefined
}

const WHILE_LOADING = [...'abcdefghijkl']

/** Records side by side where how they look says more than their columns. */
export function Tiles({ rows, tile, open }: Props) {
  if (!rows)
    return (
      <div className={css.tiles}>
        {WHILE_LOADING.map((key) => (
          <Skeleton key={key} height={176} />
        ))}
      </div>
    )
  return (
    <ul className={css.tiles}>
      {rows.map((row) => {
        const to = open?.(row)
        return (
          <li key={row.id} className={css.tile}>
            {to ? <Link to={to}>{tile(row)}</Link> : tile(row)}
          </li>
        )
      })}
    </ul>
  )
}
