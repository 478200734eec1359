import { useTranslation } from 'react-i18next'
import type { SkipReason } from '../../../shared/domain/inspection.ts'
import { inspection } from '../../../shared/entities/inspection.ts'
import { useWords } from '../../kit/i18n/use-words.ts'

/** Skipped: gate or room locked; with the note, where there is one. Null: reached after all. */
export function useSkippedWords() {
  const { t } = useTranslation('inspections')
  const words = useWords(inspection)
  return (why: SkipReason | null, note?: string | null): string => {
    const said = why === null ? t('reached') : t('skipped_for', { why: words.choice('skipped_why', why) })
    return note ? `${said}: ${note}` : said
  }
}
