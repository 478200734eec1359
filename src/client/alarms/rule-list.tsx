import { useTranslation } from 'react-i18next'
import { type AlarmRule, alarmRule } from '../../shared/entities/alarm-rule.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityList } from '../kit/records/entity-list.tsx'

/** Rules in the order in which they are asked, each with what it holds for and what it makes of it. */
export function RuleList() {
  const { t } = useTranslation('alarm_rules')
  const words = useWords(alarmRule)
  return (
    <EntityList
      entity={alarmRule}
      cells={{
        codes: ({ codes, kinds }: AlarmRule) => (codes?.length || kinds?.length ? null : t('all')),
        site_ids: ({ site_ids }: AlarmRule) => (site_ids?.length ? t('sites', { count: site_ids.length }) : null),
        pile_type_ids: ({ pile_type_ids }: AlarmRule) =>
          pile_type_ids?.length ? t('pile_types', { count: pile_type_ids.length }) : null,
        severity: ({ severity, raises }: AlarmRule) =>
          raises ? severity && words.choice('severity', severity) : t('no_alarm'),
      }}
    />
  )
}
