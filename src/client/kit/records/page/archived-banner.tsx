import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'
import { Banner } from '../../ui/states.tsx'

/** Why nothing can be done with an archived record any more; nothing above one that is in use. */
export function ArchivedBanner({ row }: { row: object }) {
  const { t } = useTranslation('common')
  const format = useFormat()
  const { archived_at: at } = row as { archived_at?: string | null }
  if (!at) return null
  return (
    <Banner tone="waiting" icon="info">
      {t('remove.archived', { at: format.full(at) })}
    </Banner>
  )
}
