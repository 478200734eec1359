import { useTranslation } from 'react-i18next'
import { gunText } from '../../shared/domain/gun-number.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Square } from '../kit/ui/pill.tsx'
import css from './connector-lines.module.css'
import { guns } from './connector-state.ts'
import { useConnectorWords } from './connector-words.ts'
import { useCostWords } from './session-words.ts'

/** A pile's connectors on its card: a line each, with what flows and what it has come to. */
export function ConnectorLines({ connectors }: { connectors: ConnectorNow[] }) {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const words = useConnectorWords()
  const cost = useCostWords()
  return (
    <ul className={css.lines}>
      {guns(connectors).map((connector) => {
        const { number, power_w, order } = connector
        const state = words.state(connector)
        const figures = order && [power_w !== null && power_w > 0 && format.power(power_w), cost(order)]
        return (
          <li key={number} className="row">
            <Square tone={words.tone(connector)} title={`${t('gun', { number })}: ${state}`}>
              {gunText(number)}
            </Square>
            <span className={css.state}>{state}</span>
            {figures && <small>{figures.filter(Boolean).join(' · ')}</small>}
          </li>
        )
      })}
    </ul>
  )
}
