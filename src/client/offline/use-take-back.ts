import { useTranslation } from 'react-i18next'
import { confirm } from '../kit/ui/confirm.tsx'
import type { Decision } from './outbox.ts'
import { drop } from './sending.ts'

/** Takes back what waits, once the person is sure of it. */
export function useTakeBack() {
  const { t } = useTranslation('offline')
  return async (decisions: readonly Decision[]): Promise<void> => {
    const sure = await confirm({
      title: t('outbox.remove_title'),
      text: t('outbox.remove_text'),
      yes: t('outbox.remove'),
      danger: true,
    })
    if (sure) for (const decision of decisions) await drop(decision)
  }
}
