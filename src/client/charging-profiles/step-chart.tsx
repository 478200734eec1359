import type { ReactNode, Ref } from 'react'
import css from './step-chart.module.css'

/** A stretch in which a limit holds; null: nothing limits. Both ends in the chart's own seconds. */
export interface Stretch {
  from: number
  to: number
  limit: number | null
}

export interface Line {
  key: string
  look: 'result' | 'told' | 'cap' | 'least'
  stretches: readonly Stretch[]
}

interface Props {
  label: string
  /** Seconds from the left to the right. */
  span: number
  /** The limit at the upper edge. */
  top: number
  lines: readonly Line[]
  /** Where two lines differ. */
  marked?: readonly { from: number; to: number }[]
  figure: (limit: number) => string
  /** What the figures are in. */
  unit: string
  ticks: readonly { at: number; text: string }[]
  plot?: Ref<HTMLDivElement>
  /** What is taken with a pointer, above the lines. */
  children?: ReactNode
}

const WIDTH = 1000
const HEIGHT = 200
const SHARES = [1, 0.75, 0.5, 0.25, 0]

function pathOf(stretches: readonly Stretch[], span: number, top: number): string {
  const x = (at: number) => ((at / span) * WIDTH).toFixed(1)
  const y = (limit: number) => (HEIGHT * (1 - Math.min(1, limit / top))).toFixed(1)
  let last: Stretch | undefined
  return stretches
    .map((stretch) => {
      const joined = last?.to === stretch.from && last.limit !== null
      last = stretch
      if (stretch.limit === null) return ''
      return `${joined ? `V${y(stretch.limit)}` : `M${x(stretch.from)} ${y(stretch.limit)}`}H${x(stretch.to)}`
    })
    .join('')
}

/** Limits over a time as step lines, with its axes. */
export function StepChart({ label, span, top, lines, marked = [], figure, unit, ticks, plot, children }: Props) {
  const share = (at: number) => `${(at / span) * 100}%`
  return (
    <div className={css.chart}>
      <div className={css.figures} aria-hidden="true">
        {SHARES.map((part) => (
          <span key={part}>{figure(top * part)}</span>
        ))}
      </div>
      <div className={css.plot} ref={plot}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {SHARES.map((part) => (
            <path key={part} className={css.grid} d={`M0 ${HEIGHT * part}H${WIDTH}`} />
          ))}
          {lines.map(({ key, look, stretches }) => {
            const path = pathOf(stretches, span, top)
            return (
              <g key={key}>
                {look === 'result' &&
                  stretches.map(
                    ({ from, to, limit }) =>
                      limit !== null && (
                        <rect
                          key={from}
                          className={css.area}
                          x={(from / span) * WIDTH}
                          width={((to - from) / span) * WIDTH}
                          y={HEIGHT * (1 - Math.min(1, limit / top))}
                          height={HEIGHT * Math.min(1, limit / top)}
                        />
                      ),
                  )}
                <path className={`${css.line} ${css[look]}`} d={path} />
              </g>
            )
          })}
        </svg>
        {marked.map(({ from, to }) => (
          <i key={from} className={css.marked} style={{ left: share(from), width: share(to - from) }} />
        ))}
        <span className={css.unit} aria-hidden="true">
          {unit}
        </span>
        {children}
      </div>
      <div className={css.ticks} aria-hidden="true">
        {ticks.map(({ at, text }) => (
          <span key={at} style={{ left: share(at) }}>
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}
