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
  /** The hour at its left end. */
  from?: number
}

/** The stretches of the day from an hour on: the one that it cuts is at both ends. */
const turned = (stretches: readonly RibbonStretch[], from: number): RibbonStretch[] =>
  stretches
    .flatMap((one) => {
      const cut = one.from < from && from < one.to
      return cut
        ? [
            { ...one, to: from },
            { ...one, from },
          ]
        : [one]
    })
    .sort((a, b) => Number(a.from < from) - Number(b.from < from) || a.from - b.from)

/** What the clock shows so many hours after `from`; at the end of a day that begins at midnight 24. */
const hourOf = (mark: number, from: number) => {
  const hour = (mark + from) % HOURS || (mark === HOURS ? HOURS : 0)
  return `${two(Math.floor(hour))}${hour % 1 ? `:${two(Math.round((hour % 1) * 60))}` : ''}`
}

/** One day of a site's clock in its price bands. */
export function DayRibbon({ label, stretches, frames = [], tall, from: left = 0 }: Props) {
  return (
    <figure className={[css.ribbon, tall && css.tall].filter(Boolean).join(' ')} aria-label={label}>
      <ol className={css.bands}>
        {turned(stretches, left).map(({ from, to, band, shown, whole }) => (
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
          <span key={hour}>{hourOf(hour, left)}</span>
        ))}
      </div>
    </figure>
  )
}
