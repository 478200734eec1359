import css from './day-ribbon.module.css'

const HOURS = 24
const MARKS = [0, 3, 6, 9, 12, 15, 18, 21, 24]
const percent = (hours: number) => `${(hours / HOURS) * 100}%`
const two = (hour: number) => String(hour).padStart(2, '0')

/** A stretch of the day, in hours from 0 to 24. */
export interface RibbonStretch {
  from: number
  to: number
  /** A price band; `gap` has no price, `double` has two, `rest` does not matter here. */
  band: 'sharp' | 'peak' | 'flat' | 'valley' | 'gap' | 'double' | 'rest'
  /** As many words as fit. */
  shown: string
  /** All of them, for titles and screen readers. */
  whole: string
}

interface Props {
  label: string
  stretches: readonly RibbonStretch[]
  /** Marked on the day: where a session lies. */
  frames?: readonly { from: number; to: number }[]
  tall?: boolean
}

/** One day of a site's clock in its price bands. */
export function DayRibbon({ label, stretches, frames = [], tall }: Props) {
  return (
    <figure className={[css.ribbon, tall && css.tall].filter(Boolean).join(' ')} aria-label={label}>
      <ol className={css.bands}>
        {stretches.map(({ from, to, band, shown, whole }) => (
          <li key={from} className={css[band]} style={{ flexGrow: to - from }} title={whole}>
            <span aria-hidden="true">
              {shown.split(' ').map((word) => (
                <b key={word}>{word}</b>
              ))}
            </span>
            <span className="hidden-text">{whole}</span>
          </li>
        ))}
      </ol>
      {frames.map(({ from, to }) => (
        <i key={from} className={css.frame} style={{ left: percent(from), width: `max(6px, ${percent(to - from)})` }} />
      ))}
      <div className={css.marks} aria-hidden="true">
        {MARKS.map((hour) => (
          <span key={hour}>{two(hour)}</span>
        ))}
      </div>
    </figure>
  )
}
