import { Skeleton } from '../ui/states.tsx'
import css from './cards/cards.module.css'

const LINES = [1, 2, 3, 4, 5, 6]

export function SkeletonCards() {
  return (
    <div className={css.cards} aria-hidden="true">
      {LINES.map((line) => (
        <div key={line} className={css.card}>
          <Skeleton width="55%" />
          <Skeleton width="70%" height={13} />
          <Skeleton width="40%" height={13} />
        </div>
      ))}
    </div>
  )
}

export function SkeletonRows({ columns }: { columns: number }) {
  return LINES.map((line) => (
    <tr key={line}>
      {Array.from({ length: columns }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing tells one grey bar from another
        <td key={at}>
          <Skeleton width={at === 0 ? 120 : 72} height={14} />
        </td>
      ))}
    </tr>
  ))
}
