import { useTranslation } from 'react-i18next'
import type { TemplateRow } from '../../../shared/endpoints/configuration-templates.ts'
import { type ConfigurationTemplate, configurationTemplate } from '../../../shared/entities/configuration-template.ts'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { EntityList } from '../../kit/records/entity-list.tsx'
import { Pill } from '../../kit/ui/pill.tsx'

function Piles({ piles: { same, differs, unknown } }: Pick<TemplateRow, 'piles'>) {
  const { t } = useTranslation('configuration')
  if (differs > 0) return <Pill tone="waiting">{t('template.differ', { count: differs })}</Pill>
  if (same > 0) return <Pill tone="available">{t('template.all_same', { count: same })}</Pill>
  return <Pill tone="offline">{t('template.not_read', { count: unknown })}</Pill>
}

/** Templates with how many piles of their types differ. */
export function TemplateList() {
  const { t } = useTranslation('configuration')
  const format = useFormat()
  const cardCells = {
    applied_at: ({ applied_at }: ConfigurationTemplate) =>
      applied_at && t('template.applied_ago', { ago: format.ago(applied_at) }),
  }
  return (
    <EntityList
      entity={configurationTemplate}
      filters={['pile_type_id']}
      cells={{ expected: ({ expected }) => t('template.keys', { count: (expected as unknown[]).length }) }}
      cardCells={cardCells}
      extra={[
        {
          key: 'piles',
          label: t('template.piles'),
          after: 'pile_type_id',
          cell: (row: ConfigurationTemplate) => <Piles piles={(row as TemplateRow).piles} />,
        },
      ]}
    />
  )
}
