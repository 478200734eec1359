import { useTranslation } from 'react-i18next'
import { Button } from '../../kit/ui/button.tsx'
import { isDrifted, isSettable, type SettingRow } from './setting-rows.ts'
import type { Changing } from './use-change.ts'

/** Gives a key that differs its template's value. */
export function AsTemplate({ row, changing }: { row: SettingRow; changing: Changing }) {
  const { t } = useTranslation('configuration')
  const { drift, change } = row
  if (!drift || !isDrifted(row) || change || !isSettable(row)) return null
  return (
    <Button
      look="link"
      busy={changing.busy}
      label={t('template.set_as', { key: row.key })}
      onClick={() => changing.sendAs(row, drift.expected.value)}
    >
      {t('template.set')}
    </Button>
  )
}
