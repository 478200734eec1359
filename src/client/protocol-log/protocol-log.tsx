import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { Page } from '../kit/ui/page.tsx'
import { readFilters } from './frame-filters.ts'
import { FrameLog } from './frame-log.tsx'

/** The frames of every pile, as the address filters them. */
export function ProtocolLog() {
  const { t } = useTranslation('protocol-log')
  const [params, setParams] = useSearchParams()
  return (
    <Page title={t('title')} back="/me">
      <FrameLog
        filters={readFilters(params)}
        onFilters={(filters) =>
          setParams(Object.fromEntries(Object.entries(filters).filter(([, value]) => value)), { replace: true })
        }
      />
    </Page>
  )
}
