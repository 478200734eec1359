import { useTranslation } from 'react-i18next'
import { type MatterFacts, pilesOf, type Shown } from '../../../shared/domain/alarm-matter.ts'

/** What alarms that show as one are called: what it is, and how many it stands for. A code that nobody knows stays as it is. */
export function useMatterTitle() {
  const { t } = useTranslation('alarms')
  return (shown: Shown<MatterFacts>): string => {
    const title = t(`codes.${shown.code}`, { defaultValue: shown.code })
    if (!shown.others) return title
    if (!shown.struck) return t('together.more', { title, count: shown.others.length })
    return t('together.piles', { title, count: pilesOf(shown) })
  }
}
