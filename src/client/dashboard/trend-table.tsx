import { useTranslation } from 'react-i18next'
import { useFormat } from '../kit/i18n/use-format.ts'
import css from './trend.module.css'
import { INCOME_KINDS, incomeOf, type TrendDay } from './trend.ts'

/** The same figures as the chart's, newest day first. */
export function TrendTable({ days, height }: { days: TrendDay[]; height: number }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={css.scroll} style={{ height }} tabIndex={0} aria-label={t('trend.as_table')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('trend.day')}</th>
            {INCOME_KINDS.map(({ word }) => (
              <th key={word} scope="col" className="number">
                {t(`trend.${word}`)}
              </th>
            ))}
            <th scope="col" className="number">
              {t('trend.refunds')}
            </th>
            <th scope="col" className="number">
              {t('trend.total')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...days].reverse().map((day) => (
            <tr key={day.day}>
              <th scope="row">{format.day(day.day)}</th>
              {INCOME_KINDS.map(({ key }) => (
                <td key={key} className="number">
                  {format.money(day[key])}
                </td>
              ))}
              <td className="number">{format.money(-day.refunded_cents, { signed: true })}</td>
              <td className="number">
                <b>{format.money(incomeOf(day), { signed: true })}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
