import type { ReactNode } from 'react'
import { useFormat } from '../i18n/use-format.ts'
import css from './days.module.css'

interface Props<D> {
  /** What the table is of. */
  label: string
  /** The word above the days. */
  head: string
  days: readonly D[]
  columns: readonly { key: string; label: string; figure: (day: D) => ReactNode }[]
  height: number
}

/** The same figures as a chart's by day, newest day first. */
export function DayTable<D extends { day: string }>({ label, head, days, columns, height }: Props<D>) {
  const format = useFormat()
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
              <th scope="row">{format.day(day.day)}</th>
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
