import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keyOf } from '../../../shared/domain/configuration-keys.ts'
import { APPLY } from '../../../shared/endpoints/configuration-templates.ts'
import { type ConfigurationTemplate, configurationTemplate } from '../../../shared/entities/configuration-template.ts'
import { type Titled, titleOf } from '../../../shared/kit/entity.ts'
import type { AnyRow } from '../../kit/fields/cell.tsx'
import { EntityPage } from '../../kit/records/page/entity-page.tsx'
import type { Action } from '../../kit/ui/actions.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { useSettingWords } from '../configuration/use-setting-words.ts'
import { ApplyDialog } from './apply-dialog.tsx'
import { DriftCard } from './drift-card.tsx'
import css from './templates.module.css'
import { useRightValue } from './use-right-value.ts'

const shown = (row: AnyRow) => row as unknown as ConfigurationTemplate

/** What the template says, key by key. */
function Keys({ expected }: Pick<ConfigurationTemplate, 'expected'>) {
  const { t } = useTranslation('configuration')
  const words = useSettingWords()
  const rightValue = useRightValue()
  return (
    <Card title={t('template.keys', { count: expected.length })}>
      <ul className={css.keys}>
        {expected.map((one) => (
          <li key={one.key}>
            <span>
              <b>{one.key}</b>
              <small>{words.meaning(keyOf(one.key))}</small>
            </span>
            <span className={css.value}>{rightValue(one)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** A template: its keys, and the piles that differ from it. */
export function TemplatePage({ id }: { id: number }) {
  const { t } = useTranslation('configuration')
  const [applying, setApplying] = useState<ConfigurationTemplate | null>(null)
  const apply = (row: AnyRow): Action => ({
    ...{ key: 'apply', label: t('template.apply'), icon: 'bolt', permission: APPLY },
    onPress: () => setApplying(shown(row)),
  })
  return (
    <EntityPage
      entity={configurationTemplate}
      id={id}
      actions={(row) => [apply(row)]}
      caption={(row) => (row[titleOf('pile_type_id')] as Titled | null)?.title ?? ''}
      tells={(field) => field !== 'expected'}
      above={(row) => (
        <div className={css.columns}>
          <DriftCard template={shown(row)} />
          <Keys expected={shown(row).expected} />
          {applying && (
            <Suspense fallback={null}>
              <ApplyDialog template={applying} onClose={() => setApplying(null)} />
            </Suspense>
          )}
        </div>
      )}
    />
  )
}
