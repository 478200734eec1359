import { useTranslation } from 'react-i18next'
import { isMistyped } from '../../shared/domain/station-number.ts'
import type { Draft } from '../kit/fields/draft.ts'
import { FieldWarning } from '../kit/forms/field-warning.tsx'

/** Under a station number that was typed from a label with a slip. Numbers of other makes are nobody's business. */
export function StationNumberWarning({ draft: { station_number } }: { draft: Draft }) {
  const { t } = useTranslation('piles')
  const slipped = typeof station_number === 'string' && isMistyped(station_number.trim())
  return slipped && <FieldWarning text={t('create.number_slip')} />
}
