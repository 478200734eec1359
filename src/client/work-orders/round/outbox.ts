import { useTranslation } from 'react-i18next'
import { useRecordPath } from '../../kit/session/homes.ts'
import type { Decision } from '../../offline/outbox.ts'
import type { OutboxKind, Reading } from '../../offline/outbox-kind.ts'
import type { InspectionDecision } from './said.ts'

function useReading() {
  const { t } = useTranslation('inspections')
  const pathOf = useRecordPath()
  return (decision: Decision): Reading => {
    const { id, answers } = (decision as InspectionDecision).body
    const said = Object.values(answers)
    const notes = said.flatMap(({ note }) => note ?? [])
    return {
      icon: 'check',
      said: t('outbox.said'),
      text: [t('outbox.answers', { count: said.length }), ...notes].join('\n'),
      path: pathOf('inspection', id),
      words: null,
    }
  }
}

/** What was found at the piles of rounds. */
export const inspectionOutbox: OutboxKind = { about: 'inspection', useReading }
