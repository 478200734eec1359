import { useTranslation } from 'react-i18next'
import { billingRule } from '../../shared/entities/billing-rule.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import { Band, hoursOf } from './band.tsx'

/** Billing rules with their band's hue and their hours as one figure. */
export function RuleList() {
  const { t } = useTranslation('billing')
  return (
    <EntityList
      entity={billingRule}
      without={['start_hour', 'end_hour']}
      cells={{ band: (rule) => <Band band={rule.band} /> }}
      extra={[{ key: 'hours', label: t('hours'), after: 'band', sort: 'start_hour', inLine: true, cell: hoursOf }]}
    />
  )
}
