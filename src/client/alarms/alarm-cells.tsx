import { useTranslation } from 'react-i18next'
import type { Shown } from '../../shared/domain/alarm-matter.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMatterTitle } from '../kit/i18n/use-matter-title.ts'
import { useWide } from '../kit/ui/use-wide.ts'
import { AlarmMessage } from './alarm-message.tsx'
import { AlarmOrder } from './alarm-order.tsx'
import { overAt, useAlarmWords } from './alarm-words.ts'
import css from './alarms.module.css'

/** What it says, and the order that it is about. */
export function Message({ alarm }: { alarm: Alarm }) {
  const { order, message } = alarm
  if (!order) return <AlarmMessage alarm={alarm} />
  const rest = message?.replace(order.title, '').replace(/^ · /, '')
  return (
    <>
      <AlarmOrder order={order} />
      {rest && ` · ${rest}`}
    </>
  )
}

/** 11 min ago · cleared by itself 2 min ago: in two lines where a table needs the width for the pile. */
export function When({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const wide = useWide()
  const format = useFormat()
  const over = overAt(alarm)
  const cleared = over && t('cleared', { at: format.ago(over) })
  return (
    <>
      <Ago at={alarm.raised_at} />
      {cleared && (wide ? <small className={css.cleared}>{cleared}</small> : ` · ${cleared}`)}
    </>
  )
}

/** What it is, and how many it stands for. */
export function Title({ shown }: { shown: Shown }) {
  return useMatterTitle()(shown)
}

/** Says alarms that show as one. */
export function useMatterWords() {
  const words = useAlarmWords()
  return {
    title: useMatterTitle(),
    /** Of a site that is struck it is the site; of several of one pile the pile without a gun. */
    place(shown: Shown): string {
      if (shown.struck) return shown.site?.title ?? ''
      return shown.others ? (shown.pile?.title ?? '') : words.place(shown)
    },
  }
}
