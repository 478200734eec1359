import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Shown } from '../../shared/domain/alarm-matter.ts'
import { useKept } from '../kit/forms/use-kept.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Radios } from '../kit/ui/radios.tsx'
import type { CaseDoings } from './case-doings.ts'
import { OtherAlarms } from './other-alarms.tsx'

const HOUR_MS = 3_600_000

/** The next eight in the morning of who looks. */
function morning(): Date {
  const at = new Date()
  at.setHours(8, 0, 0, 0)
  if (at.getTime() <= Date.now()) at.setDate(at.getDate() + 1)
  return at
}

const CHOICES = {
  hour: () => new Date(Date.now() + HOUR_MS),
  hours: () => new Date(Date.now() + 4 * HOUR_MS),
  morning,
  days: () => new Date(Date.now() + 72 * HOUR_MS),
} as const
type Choice = keyof typeof CHOICES

interface Props {
  alarm: Shown
  doings: CaseDoings
  onClose: () => void
}

/** Until when an alarm waits for nobody. */
export function SnoozeDialog({ alarm, doings, onClose }: Props) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const [choice, setChoice] = useState<Choice>('hour')
  const [text, setText, forgetText] = useKept(`alarm/${alarm.id}/snooze`, '')
  const options = (Object.keys(CHOICES) as Choice[]).map((key) => ({
    key,
    label: t(`case.rest.${key}`, { at: format.moment(CHOICES[key]().toISOString()) }),
  }))
  const decide = async () => {
    const until = CHOICES[choice]().toISOString()
    if (!(await doings.act({ act: 'snooze', until, ...(text.trim() && { text }) }))) return
    forgetText()
    onClose()
  }
  return (
    <DecisionDialog
      title={t('case.snooze')}
      action={t('case.snooze')}
      busy={doings.busy}
      error={doings.error}
      onDecide={() => void decide()}
      onClose={onClose}
    >
      <p>
        <small>{t('case.snooze_hint')}</small>
      </p>
      <OtherAlarms shown={alarm} />
      <Radios stacked label={t('case.snooze')} options={options} value={choice} onChange={setChoice} />
      <Remark label={t('remark')} value={text} onChange={setText} />
    </DecisionDialog>
  )
}
