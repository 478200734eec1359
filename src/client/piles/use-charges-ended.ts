import { useTranslation } from 'react-i18next'
import { gunText } from '../../shared/domain/gun-number.ts'
import type { ConnectorNow } from '../../shared/endpoints/piles.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { guns } from './connector-state.ts'

/** Says which charges a reset of the pile, or of one gun, ends; empty where nobody charges. */
export function useChargesEnded() {
  const { t } = useTranslation('piles')
  const { list } = useFormat()
  return (connectors: readonly ConnectorNow[], number?: number): string => {
    const charging = guns(connectors).filter(
      (gun) => (number === undefined || gun.number === number) && gun.order !== null && gun.order.ended_at === null,
    )
    const names = list(charging.map((gun) => gunText(gun.number)))
    return charging.length > 0 ? t('charges_now', { guns: names, count: charging.length }) : ''
  }
}
