import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { StatisticFigures, Statistics } from '../../shared/endpoints/statistics.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Icon } from '../kit/ui/icon.tsx'
import { Change } from './change.tsx'
import css from './group-table.module.css'
import { type Measure, textOf } from './measures.ts'

type Row = Statistics['rows'][number]

interface Props {
  label: string
  rows: readonly Row[]
  total: Statistics['total']
  measures: readonly Measure[]
  titleOf: (row: Row) => string
  /** Where a row leads, and null where it leads nowhere; of no row: all of them. */
  leadOf: (row: Row | null) => string | null
  sort: string
  order: 'asc' | 'desc'
  onSort: (key: string) => void
}

interface FigureProps {
  measure: Measure
  now: StatisticFigures
  before: StatisticFigures | null
  /** The largest of its column. */
  most: number
}

function Figure({ measure, now, before, most }: FigureProps) {
  const format = useFormat()
  return (
    <td className="number">
      {textOf(measure, measure.of(now), format, most)}
      {before && (
        <small className={css.change}>
          <Change measure={measure} now={now} before={before} />
        </small>
      )}
    </td>
  )
}

function Named({ to, title }: { to: string | null; title: string }) {
  return (
    <th scope="row">
      {to ? (
        <Link className={css.lead} to={to}>
          {title}
        </Link>
      ) : (
        title
      )}
    </th>
  )
}

/** Every group with every figure, and the way to its orders; a heading chooses what the chart shows and the rows are sorted by. The last row is all of them. */
export function GroupTable({ label, rows, total, measures, titleOf, leadOf, sort, order, onSort }: Props) {
  const { t } = useTranslation('statistics')
  const mostOf = ({ of }: Measure) => Math.max(...rows.map(({ now }) => of(now) ?? 0))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            {measures.map(({ key }) => (
              <th
                key={key}
                scope="col"
                className="number"
                aria-sort={key === sort ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
              >
                <button type="button" onClick={() => onSort(key)}>
                  {t(`measures.${key}`)}
                  {key === sort && <Icon name={order === 'asc' ? 'up' : 'down'} size={12} />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <Named to={leadOf(row)} title={titleOf(row)} />
              {measures.map((measure) => (
                <Figure key={measure.key} measure={measure} now={row.now} before={row.before} most={mostOf(measure)} />
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <Named to={leadOf(null)} title={t('total')} />
            {measures.map((measure) => (
              <Figure
                key={measure.key}
                measure={measure}
                now={total.now}
                before={total.before}
                most={mostOf(measure)}
              />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
