import { useTranslation } from 'react-i18next'
import { gunText } from '../../shared/domain/gun-number.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { Square } from '../kit/ui/pill.tsx'
import css from './connector-squares.module.css'
import { guns } from './connector-state.ts'
import { useConnectorWords } from './connector-words.ts'

/** A pile's connectors by number, each in the hue of its state. */
export function ConnectorSquares({ connectors }: { connectors: ConnectorNow[] }) {
  const { t } = useTranslation('piles')
  const words = useConnectorWords()
  const shown = guns(connectors)
  if (shown.length === 0) return <span className="caption">{EMPTY}</span>
  return (
    <span className={css.squares}>
      {shown.map((connector) => (
        <Square
          key={connector.number}
          tone={words.tone(connector)}
          title={`${t('gun', { number: connector.number })}: ${words.state(connector)}`}
        >
          {gunText(connector.number)}
        </Square>
      ))}
    </span>
  )
}
