import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConnectorNow } from '../../../shared/endpoints/piles.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { EMPTY } from '../../kit/i18n/format.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { useWide } from '../../kit/ui/use-wide.ts'
import { useCostWords } from '../session-words.ts'
import css from './connector-card.module.css'

const two = (figure: number) => String(figure).padStart(2, '0')

/** 00:14:22. */
function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  return `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}

/** The time since, second by second; stands still at `until`. */
function Elapsed({ since, until }: { since: string; until: string | null }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (until) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  const end = until ? Date.parse(until) : now
  return <>{clockOf((end - Date.parse(since)) / 1000)}</>
}

/** What flows now and what the session has come to. */
export function ConnectorFigures({ connector }: { connector: ConnectorNow }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const wide = useWide()
  const cost = useCostWords()
  const { power_w, order, soc, temperature_c, measured_at } = connector
  const [power, unit] = format.power(power_w ?? 0).split('\u00a0')
  const figures = [
    ['energy', order && `${format.number(order.energy_wh / 1000, wide ? 2 : 1)}\u00a0kWh`],
    ['time', order && <Elapsed since={order.started_at} until={order.ended_at} />],
    ['cost', order && cost(order)],
    ['soc', wide && soc !== null && `${soc}\u00a0%`],
    ['temperature', wide && temperature_c !== null && `${format.number(temperature_c)}\u00a0°C`],
  ] as const
  return (
    <>
      <div className={css.figures}>
        <p className={css.power}>
          {power_w === null ? EMPTY : power} {power_w !== null && <span>{unit}</span>}
        </p>
        {figures.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <small>{t(`figures.${name}`)}</small>
                <b>{value}</b>
              </div>
            ),
        )}
      </div>
      {measured_at && (
        <small>
          <Ago at={measured_at} />
        </small>
      )}
    </>
  )
}
