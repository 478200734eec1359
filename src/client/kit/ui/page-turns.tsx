import { Button } from './button.tsx'
import css from './pager.module.css'

interface Props {
  page: number
  /** Rows of a page. */
  size: number
  total: number
  onTurn: (page: number) => void
  /** "21–40 of 57". */
  range: (figures: { from: number; to: number; total: number }) => string
  before: string
  after: string
}

/** Below a short list inside a card: which of its rows are shown, and the pages beside them. Nothing where there is one page. */
export function PageTurns({ page, size, total, onTurn, range, before, after }: Props) {
  if (total <= size) return null
  return (
    <div className={css.turns}>
      <small>{range({ from: (page - 1) * size + 1, to: Math.min(page * size, total), total })}</small>
      <Button icon="left" label={before} disabled={page === 1} onClick={() => onTurn(page - 1)} />
      <Button icon="right" label={after} disabled={page * size >= total} onClick={() => onTurn(page + 1)} />
    </div>
  )
}
