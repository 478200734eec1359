import type { Tone } from '../../../shared/kit/fields.ts'
import css from './state-bar.module.css'

interface Segment {
  key: string
  count: number
  tone: Tone
}

/** How many there are of each, as wide as there are. Decoration: the words stand beside it. */
export function SegmentBar({ segments }: { segments: readonly Segment[] }) {
  return (
    <div className={css.bar} aria-hidden="true">
      {segments.map(
        ({ key, count, tone }) =>
          count > 0 && <i key={key} style={{ flexGrow: count, background: `var(--${tone})` }} />,
      )}
    </div>
  )
}
