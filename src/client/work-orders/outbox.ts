import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordPath } from '../kit/session/homes.ts'
import type { OutboxKind, Reading } from '../offline/outbox-kind.ts'
import { isNew, type WorkOrderDecision } from './decisions.ts'
import { Trouble, Waiting } from './waiting-work.tsx'

function useReading() {
  const { t } = useTranslation('work_orders')
  const pathOf = useRecordPath()
  return (decision: WorkOrderDecision): Reading => ({
    icon: 'document',
    said: t(isNew(decision) ? 'outbox.made' : 'outbox.changed'),
    text: null,
    path: decision.body.id ? pathOf('work_order', decision.body.id) : null,
    words: null,
  })
}

/** What was said of work orders. */
export const workOrderOutbox: OutboxKind = {
  about: 'work_order',
  useReading: useReading as OutboxKind['useReading'],
  Waiting: ({ decision }) => createElement(Waiting, { decision: decision as WorkOrderDecision }),
  Trouble: ({ decision }) => createElement(Trouble, { decision: decision as WorkOrderDecision }),
}
