import { useTranslation } from 'react-i18next'
import { type ConnectorNow, pileSeries } from '../../../shared/endpoints/piles.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { useCall } from '../../kit/api/queries.ts'
import { LazyTimeLine } from '../../kit/charts/lazy-time-line.tsx'
import type { TimePoint } from '../../kit/charts/time-line.tsx'
import { EMPTY } from '../../kit/i18n/format.ts'
import { useWide } from '../../kit/ui/use-wide.ts'
import { useConnectorWords } from '../connector-words.ts'
import css from './connector-card.module.css'

type SeriesPoint = Data<typeof pileSeries>['points'][number]

/** One figure of the points, in large units; what the pile did not say is left out. */
function lineOf(points: SeriesPoint[], figure: 'voltage_mv' | 'current_ma' | 'power_w'): TimePoint[] {
  return points.flatMap((point) => {
    const value = point[figure]
    return value === null ? [] : [{ at: Date.parse(point.at), value: value / 1000 }]
  })
}

const HEIGHT = { wide: 170, phone: 72 }
const CHARTS = [
  { figure: 'voltage_mv', word: 'voltage', unit: 'V', hue: 'reserved', say: 'volts' },
  { figure: 'current_ma', word: 'current', unit: 'A', hue: 'charging', say: 'amperes' },
] as const

interface Props {
  pileId: number
  connector: ConnectorNow
}

/** Voltage and current as they run; they move on with each reading. */
export function ConnectorCharts({ pileId, connector }: Props) {
  const { t } = useTranslation('piles')
  const wide = useWide()
  const words = useConnectorWords()
  const body = { id: pileId, connector_number: connector.number }
  const { data } = useCall(pileSeries, body, { entities: ['pile'], only: { pile: [pileId] }, offline: true })
  return (
    <div className={css.charts}>
      {CHARTS.map(({ figure, word, unit, hue, say }) => {
        const points = lineOf(data?.points ?? [], figure)
        return (
          <div key={figure}>
            <div className="row between wraps">
              <small>{t(`figures.${word}`)}</small>
              <b>{words[say](connector) || EMPTY}</b>
            </div>
            {points.length > 1 && (
              <LazyTimeLine
                name={t(`figures.${word}`)}
                points={points}
                unit={unit}
                hue={hue}
                bare={!wide}
                height={wide ? HEIGHT.wide : HEIGHT.phone}
              />
            )}
          </div>
        )
      })}
    </div>
  )
}
