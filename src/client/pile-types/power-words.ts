import { useTranslation } from 'react-i18next'
import type { RatedPowerWarning } from '../../shared/domain/rated-power.ts'
import { useFormat } from '../kit/i18n/use-format.ts'

/** Says in a sentence why a rated power is not believed. */
export function usePowerWords() {
  const { t } = useTranslation('piles')
  const format = useFormat()
  return ({ kind, from_w, to_w }: RatedPowerWarning): string =>
    t(`types.${kind}`, { from: format.power(from_w), to: format.power(to_w) })
}
