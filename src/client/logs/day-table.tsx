import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import type { Counted, LogDay } from './log-day.ts'
import css from './logs.module.css'

interface Props {
  days: readonly LogDay[]
  kinds: readonly Counted[]
  height: number
}

/** The same figures as the chart's, newest day first. */
export function DayTable({ days, kinds, height }: Props) {
  const { t } = useTranslation('logs')
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} style={{ height }} tabIndex={0} aria-label={t('days.as_table')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('days.day')}</th>
            {kinds.map(({ key, label }) => (
              <th key={key} scope="col" className="number">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map(({ day, counts }) => (
            <tr key={day}>
              <th scope="row">{format.day(day)}</th>
              {kinds.map(({ key }) => (
                <td key={key} className="number">
                  {format.number(counts[key] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
