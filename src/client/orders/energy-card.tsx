import { useTranslation } from 'react-i18next'
import type { orderDetail } from '../../shared/endpoints/orders.ts'
import type { Order } from '../../shared/entities/order.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { LazyTimeLine } from '../kit/charts/lazy-time-line.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Card } from '../kit/ui/card.tsx'
import { BandRibbon } from './band-ribbon.tsx'
import { framesOf } from './day-bands.ts'
import css from './energy-card.module.css'
import { peakOf, powerCurve } from './power-curve.ts'

const HEIGHT = 190

/** How the power ran over the session, and where it lay on the day's price bands. */
export function EnergyCard({ order, detail }: { order: Order; detail: Data<typeof orderDetail> }) {
  const { t } = useTranslation('orders')
  const format = useFormat()
  const { rules, readings, readings_gone, time_zone } = detail
  const runs = order.status === 'generated'
  const curve = powerCurve(readings)
  const end = order.ended_at ?? readings.at(-1)?.at ?? order.started_at
  const facts = [
    format.energy(order.energy_wh),
    format.duration(order.duration_seconds),
    curve.length > 0 && t('page.peak', { power: format.power(peakOf(curve) * 1000) }),
  ]
  return (
    <Card title={t('page.energy')} aside={<small>{facts.filter(Boolean).join(' · ')}</small>}>
      {curve.length > 1 ? (
        <LazyTimeLine
          name={t('page.power')}
          points={curve.map(({ at, kw }) => ({ at, value: kw }))}
          unit="kW"
          hue="charging"
          timeZone={time_zone}
          fromZero
          height={HEIGHT}
        />
      ) : (
        <p className={css.none}>
          {t(readings_gone ? 'page.readings_gone' : runs ? 'page.no_readings_yet' : 'page.no_readings')}
        </p>
      )}
      {rules.length > 0 && <BandRibbon rules={rules} frames={framesOf(order.started_at, end, time_zone)} />}
    </Card>
  )
}
