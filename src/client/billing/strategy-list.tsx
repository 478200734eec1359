import { useTranslation } from 'react-i18next'
import { strategy } from '../../shared/entities/strategy.ts'
import { EntityList } from '../kit/records/entity-list.tsx'

/** Strategies, each with how many rules it is made of: a bare figure on a phone's card would say nothing. */
export function StrategyList() {
  const { t } = useTranslation('billing')
  return <EntityList entity={strategy} cells={{ rule_ids: ({ rule_ids }) => t('rules', { count: rule_ids.length }) }} />
}
