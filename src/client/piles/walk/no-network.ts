import { useTranslation } from 'react-i18next'
import { toast } from '../../kit/ui/toast.ts'

/** Says why a command is not kept for later. */
export function useSayNow(): () => void {
  const { t } = useTranslation('common')
  return () => toast(t('failure.needs_network'), { tone: 'error' })
}
