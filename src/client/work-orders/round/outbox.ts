import { useTranslation } from 'react-i18next'
import { useRecordPath } from '../../kit/session/homes.ts'
import type { Decision } from '../../offline/outbox.ts'
import type { OutboxKind, Reading } from '../../offline/outbox-kind.ts'
import type { InspectionDecision } from './said.ts'
import { useSkippedWords } from './use-skipped-words.ts'

function useReading() {
  const { t } = useTranslation('inspections')
  const pathOf = useRecordPath()
  const skippedWords = useSkippedWords()
  return (decision: Decision): Reading => {
    const { id, answers, skipped } = (decision as InspectionDecision).body
    const said = Object.values(answers)
    const skip = skipped && skippedWords(skipped.why, skipped.note)
    const notes = said.flatMap(({ note }) => note ?? [])
    return {
      icon: 'check',
      said: t('outbox.said'),
      text: [skip, said.length > 0 && t('outbox.answers', { count: said.length }), ...notes].filter(Boolean).join('\n'),
      path: pathOf('inspection', id),
      words: null,
    }
  }
}

/** What was found at the piles of rounds. */
export const inspectionOutbox: OutboxKind = { about: 'inspection', useReading }
