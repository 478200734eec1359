import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { Statistics } from '../../shared/endpoints/statistics.ts'
import { ChartSlider } from '../kit/charts/chart-slider.tsx'
import { Legend } from '../kit/charts/legend.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import css from './bars.module.css'
import { Change } from './change.tsx'
import { type Measure, textOf } from './measures.ts'

type Row = Statistics['rows'][number]

export interface ChartProps {
  label: string
  rows: readonly Row[]
  /** What the period and the earlier one are called. */
  periods: readonly string[]
  measure: Measure
  titleOf: (row: Row) => string
  /** Where a row leads; null where it leads nowhere. */
  leadOf: (row: Row) => string | null
}

const partOf = (value: number | null | undefined, most: number) =>
  most > 0 ? `${(Math.max(0, value ?? 0) / most) * 100}%` : '0'

const mostOf = ({ rows, measure }: ChartProps) =>
  Math.max(0, ...rows.flatMap(({ now, before }) => [measure.of(now) ?? 0, (before && measure.of(before)) ?? 0]))

interface LeadProps {
  to: string | null
  className: string | undefined
  title: string
  /** Which it is, from the left. */
  place?: number
  children: ReactNode
}

/** For a mouse and a thumb; the keyboard has the same links in the table. */
const Lead = ({ to, place, ...shown }: LeadProps) =>
  to ? <Link to={to} tabIndex={-1} data-place={place} {...shown} /> : <span data-place={place} {...shown} />

/** Groups below each other, each with its bar above that of the earlier period. */
export function GroupBars(props: ChartProps) {
  const { rows, measure, titleOf, leadOf } = props
  const format = useFormat()
  const most = mostOf(props)
  return (
    <ul className={css.bars}>
      {rows.map((row) => {
        const now = measure.of(row.now)
        const before = row.before && measure.of(row.before)
        return (
          <li key={row.key} className={css.bar}>
            <Lead to={leadOf(row)} className={css.name} title={titleOf(row)}>
              {titleOf(row)}
            </Lead>
            <span className={css.track} aria-hidden="true">
              <i className={css.now} style={{ width: partOf(now, most) }} />
              {row.before && <i className={css.before} style={{ width: partOf(before, most) }} />}
            </span>
            <span className={css.value}>
              <b>{textOf(measure, now, format, most)}</b>{' '}
              <small>
                <Change measure={measure} now={row.now} before={row.before} />
              </small>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const placeOf = (element: Element) => {
  const column = element.closest<HTMLElement>('[data-place]')
  return column ? Number(column.dataset.place) : null
}

/** Times beside each other, each with its column in front of that of the earlier period. The table says the same in figures. */
export function TimeColumns(props: ChartProps) {
  const { label, rows, periods, measure, titleOf, leadOf } = props
  const format = useFormat()
  const navigate = useNavigate()
  const most = mostOf(props)
  // As many names as there is room for.
  const each = Math.ceil(rows.length / (useWide() ? 12 : 6))
  const linesOf = ({ now, before }: Row) =>
    [now, before].flatMap((figures, at) =>
      figures ? [{ label: periods[at] ?? '', value: textOf(measure, measure.of(figures), format, most) }] : [],
    )
  const tipOf = (at: number) => {
    const row = rows[at]
    return row ? { title: titleOf(row), lines: linesOf(row) } : { title: '', lines: [] }
  }
  const enter = (at: number) => {
    const row = rows[at]
    const to = row && leadOf(row)
    if (to) navigate(to)
  }
  return (
    <ChartSlider
      label={label}
      count={rows.length}
      tipOf={tipOf}
      leftOf={(at) => `${((at + 0.5) / rows.length) * 100}%`}
      onEnter={enter}
      placeOf={placeOf}
    >
      <div className={css.columns}>
        {rows.map((row, at) => {
          const text = linesOf(row).map(({ value }) => value)
          return (
            <Lead
              key={row.key}
              place={at}
              to={leadOf(row)}
              className={css.column}
              title={`${titleOf(row)}: ${text.join(' / ')}`}
            >
              <span className={css.shaft}>
                {row.before && <i className={css.before} style={{ height: partOf(measure.of(row.before), most) }} />}
                <i className={css.now} style={{ height: partOf(measure.of(row.now), most) }} />
              </span>
              <small>{at % each === 0 ? titleOf(row) : ''}</small>
            </Lead>
          )
        })}
      </div>
    </ChartSlider>
  )
}

/** What is full and what is hatched. */
export const BarsLegend = ({ now, before }: { now: string; before: string }) => (
  <Legend
    entries={[
      { key: 'now', label: now, mark: css.now },
      { key: 'before', label: before, mark: css.before },
    ]}
  />
)
