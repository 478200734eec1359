import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { useNow } from '../i18n/use-now.ts'
import { Icon } from './icon.tsx'
import css from './maintenance-mark.module.css'
import { Pill } from './pill.tsx'

interface Props {
  until: string | null | undefined
  /** Where there is no room for words: its icon, with the words in its title. */
  short?: boolean
}

function Mark({ until, short }: { until: string; short: boolean }) {
  const { t } = useTranslation('maintenance')
  const format = useFormat()
  const words = t('until', { at: format.moment(until) })
  if (short)
    return (
      <span className={css.mark} title={words} role="img" aria-label={words}>
        <Icon name="wrench" size={16} />
      </span>
    )
  return (
    <span title={t('until_text', { at: format.full(until) })}>
      <Pill tone="waiting">{words}</Pill>
    </span>
  )
}

/** Beside a state: planned work goes on until then. Nothing while there is none; its words come when there is. */
export function MaintenanceMark({ until, short = false }: Props) {
  const now = useNow()
  if (!until || Date.parse(until) <= now) return null
  return (
    <Suspense fallback={null}>
      <Mark until={until} short={short} />
    </Suspense>
  )
}
