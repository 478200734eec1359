import { useTranslation } from 'react-i18next'
import { Banner } from '../kit/ui/states.tsx'

/** The device has what a list says of a record: what is missing is said, and not shown as if there were none. */
export function ListOnly() {
  const { t } = useTranslation('offline')
  return (
    <Banner tone="waiting" icon="offline">
      {t('list_only')}
    </Banner>
  )
}
