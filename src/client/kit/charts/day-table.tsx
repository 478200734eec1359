import type { ReactNode } from 'react'
import css from './days.module.css'
import { useDayTexts } from './use-day-texts.ts'

interface Props<D> {
  /** What the table is of. */
  label: string
  /** The word above the days. */
  head: string
  days: readonly D[]
  columns: readonly { key: string; label: string; figure: (day: D) => ReactNode }[]
  height: number
  /** Each stands for the month that begins on it. */
  areMonths?: boolean
}

/** The same figures as a chart's by day, newest day first. */
export function DayTable<D extends { day: string }>({ label, head, days, columns, height, areMonths }: Props<D>) {
  const written = useDayTexts(areMonths)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} style={{ height }} tabIndex={0} aria-label={label}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className="number">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{written.full(day.day)}</th>
              {columns.map(({ key, figure }) => (
                <td key={key} className="number">
                  {figure(day)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
