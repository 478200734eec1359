import { useTranslation } from 'react-i18next'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { occupiedSince, stateOf } from './connector-state.ts'

const NBSP = '\u00a0'

/** Says a connector's state and figures in the person's language, and shows the state in the operator's hue. */
export function useConnectorWords() {
  const { t } = useTranslation('piles')
  const format = useFormat()
  const now = useNow()
  const toneOf = useStateTones()
  const passed = (since: string) =>
    format.duration(Math.max(0, Math.floor((Math.max(now, Date.now()) - Date.parse(since)) / 1000)))
  return {
    /** Charging · 62 %; Finishing · occupied 6 min. */
    state(connector: ConnectorNow): string {
      const since = occupiedSince(connector)
      const more = since
        ? t('occupied', { for: passed(since) })
        : connector.soc !== null && connector.order && `${connector.soc}${NBSP}%`
      return [t(`connector_state.${connector.status}`), more].filter(Boolean).join(' · ')
    },
    tone: (connector: ConnectorNow): Tone => toneOf(stateOf(connector)),
    passed,
    volts: (connector: ConnectorNow) =>
      connector.voltage_mv !== null && `${format.number(connector.voltage_mv / 1000)}${NBSP}V`,
    amperes: (connector: ConnectorNow) =>
      connector.current_ma !== null && `${format.number(connector.current_ma / 1000, 1)}${NBSP}A`,
  }
}
