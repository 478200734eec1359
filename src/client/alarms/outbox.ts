import { createElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordPath } from '../kit/session/homes.ts'
import type { IconName } from '../kit/ui/icon.tsx'
import type { OutboxKind, Reading } from '../offline/outbox-kind.ts'
import { DecisionTrouble } from './decision-trouble.tsx'
import { type AlarmDecision, kindOf, textOf, worded, wordOf } from './decisions.ts'

const ICONS: Partial<Record<ReturnType<typeof kindOf>, IconName>> = {
  note: 'edit',
  on_my_way: 'route',
  assign: 'people',
  release: 'people',
  snooze: 'clock',
  wake: 'clock',
}

function useReading() {
  const { t } = useTranslation('alarms')
  const pathOf = useRecordPath()
  return (decision: AlarmDecision): Reading => {
    const kind = kindOf(decision)
    const isNote = kind === 'note'
    const label = t(isNote ? 'case.write_note' : 'remark')
    return {
      icon: ICONS[kind] ?? 'bell',
      said: t(`said.${wordOf(decision)}`),
      text: textOf(decision),
      path: pathOf('alarm', decision.body.id),
      words: kind === 'wake' ? null : { label, required: isNote, body: (text) => worded(decision, text) },
    }
  }
}

/** What was said of alarms. */
export const alarmOutbox: OutboxKind = {
  about: 'alarm',
  useReading: useReading as OutboxKind['useReading'],
  Trouble: ({ decision }) => createElement(DecisionTrouble, { decision: decision as AlarmDecision }),
}
