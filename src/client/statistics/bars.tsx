import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Statistics } from '../../shared/endpoints/statistics.ts'
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
  children: ReactNode
}

/** For a mouse and a thumb; the keyboard has the same links in the table. */
const Lead = ({ to, ...shown }: LeadProps) => (to ? <Link to={to} tabIndex={-1} {...shown} /> : <span {...shown} />)

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

/** Times beside each other, each with its column in front of that of the earlier period. The table says the same in figures. */
export function TimeColumns(props: ChartProps) {
  const { rows, measure, titleOf, leadOf } = props
  const format = useFormat()
  const most = mostOf(props)
  // As many names as there is room for.
  const each = Math.ceil(rows.length / (useWide() ? 12 : 6))
  return (
    <div className={css.columns} aria-hidden="true">
      {rows.map((row, at) => {
        const text = [measure.of(row.now), row.before && measure.of(row.before)]
          .filter((value) => value !== null)
          .map((value) => textOf(measure, value, format, most))
        return (
          <Lead key={row.key} to={leadOf(row)} className={css.column} title={`${titleOf(row)}: ${text.join(' / ')}`}>
            <span className={css.shaft}>
              {row.before && <i className={css.before} style={{ height: partOf(measure.of(row.before), most) }} />}
              <i className={css.now} style={{ height: partOf(measure.of(row.now), most) }} />
            </span>
            <small>{at % each === 0 ? titleOf(row) : ''}</small>
          </Lead>
        )
      })}
    </div>
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
