import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { previewCron } from '../../shared/endpoints/tasks.ts'
import { useCall } from '../kit/api/queries.ts'
import type { Draft } from '../kit/fields/draft.ts'
import { FieldWarning } from '../kit/forms/field-warning.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useSettled } from '../kit/ui/use-settled.ts'
import css from './tasks.module.css'

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** Under a cron while it is typed: what it means, and when it comes next by the task's own clock. */
export function CronPreview({ draft }: { draft: Draft }) {
  const { t } = useTranslation('tasks')
  const format = useFormat()
  const [cron, setCron] = useState(textIn(draft.cron))
  const { type } = useSettled(cron, setCron)
  const typed = textIn(draft.cron)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed counts
  useEffect(() => type(typed), [typed])
  const time_zone = textIn(draft.time_zone)
  const preview = useCall(previewCron, { cron, time_zone }, { entities: [], enabled: Boolean(cron && time_zone) })
  if (preview.error) return <FieldWarning text={preview.error.fields.cron ?? preview.error.message} />
  if (!preview.data || typed === '') return null
  return (
    <div className={css.preview} aria-live="polite">
      <span>{preview.data.words}</span>
      <small>{t('next_times')}</small>
      <ul>
        {preview.data.next.map((at) => (
          <li key={at}>{format.moment(at, time_zone)}</li>
        ))}
      </ul>
    </div>
  )
}
