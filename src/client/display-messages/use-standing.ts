import { useTranslation } from 'react-i18next'
import type { MessageRow } from '../../shared/endpoints/display-messages.ts'

/** How many piles hold a message, and what is not well. */
export function useStanding() {
  const { t } = useTranslation('display_messages')
  return ({ piles: { held, outdated, drifted, open }, pushed_at }: MessageRow): string => {
    if (pushed_at === null && held + outdated + drifted + open === 0) return t('never')
    const parts = [
      t('held', { count: held }),
      outdated > 0 && t('outdated', { count: outdated }),
      drifted > 0 && t('drifted', { count: drifted }),
      open > 0 && t('open', { count: open }),
    ]
    return parts.filter(Boolean).join(' · ')
  }
}
