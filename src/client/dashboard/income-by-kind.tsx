import { useTranslation } from 'react-i18next'
import { Sparkline } from '../kit/charts/sparkline.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Card } from '../kit/ui/card.tsx'
import css from './income-by-kind.module.css'
import { INCOME_KINDS, shapeOf, type WithMoney } from './trend.ts'

/** What the window's income is made of, under its shape. */
export function IncomeByKind({ data }: { data: WithMoney }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  return (
    <Card title={t('by_kind.title')}>
      <Sparkline values={shapeOf(data)} height={110} label={t('trend.title')} />
      <ul className={css.kinds}>
        {INCOME_KINDS.map(({ key, word, hue }) => (
          <li key={key} className="row">
            <i style={{ background: `var(--${hue})` }} />
            <span className="grow">{t(`trend.${word}`)}</span>
            <b>{format.money(data[key])}</b>
          </li>
        ))}
        {data.refunded_cents > 0 && (
          <li className="row">
            <i />
            <span className="grow">{t('trend.refunds')}</span>
            <b>{format.money(-data.refunded_cents, { signed: true })}</b>
          </li>
        )}
      </ul>
    </Card>
  )
}
