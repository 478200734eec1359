import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { RecordList } from '../kit/records/record-list.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmFoot } from './alarm-foot.tsx'
import { AlarmOrder } from './alarm-order.tsx'
import { AlarmStatus } from './alarm-status.tsx'
import { useAlarmWords } from './alarm-words.ts'
import css from './alarms.module.css'
import { CaseLine } from './case-owner.tsx'
import { UnsentDecisions } from './decision-note.tsx'
import { type Handling, isAnswer, useAlarmDecisions } from './decisions.ts'
import { HandleDialog } from './handle-dialog.tsx'
import { useMine } from './use-mine.ts'

/** What it says, and the order that it is about. */
function Message({ alarm }: { alarm: Alarm }) {
  const { order } = alarm
  const message = useAlarmWords().message(alarm)
  if (!order) return message
  const rest = message?.replace(order.title, '').replace(/^ · /, '')
  return (
    <>
      <AlarmOrder order={order} />
      {rest && ` · ${rest}`}
    </>
  )
}

/** 11 min ago · cleared by itself 2 min ago: in two lines where a table needs the width for the pile. */
function When({ alarm: { raised_at, cleared_at } }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const wide = useWide()
  const format = useFormat()
  const cleared = cleared_at && t('cleared', { at: format.ago(cleared_at) })
  return (
    <>
      <Ago at={raised_at} />
      {cleared && (wide ? <small className={css.cleared}>{cleared}</small> : ` · ${cleared}`)}
    </>
  )
}

const isOpenOnly = ({ status, ...others }: Readonly<Record<string, unknown>>) =>
  Array.isArray(status) && status.join() === 'open' && Object.keys(others).length === 0

/**
 * The list opens on what is open; anyone who asks for more in the address gets that. Until the address says which, nothing is asked for:
 * what it showed would be taken away again, and for good from anyone whose network has gone meanwhile.
 */
function useOpenFirst(embedded: boolean): boolean {
  const [params, setParams] = useSearchParams()
  const says = params.size > 0
  const [opened, setOpened] = useState(embedded)
  if (says && !opened) setOpened(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (!embedded && !says) setParams({ status: 'open' }, { replace: true })
  }, [])
  return opened || says
}

interface Props {
  /** The alarms of one pile, as a part of its page. */
  pileId?: number
}

/** What piles reported, or failed to report, that a person should look at. */
export function AlarmList({ pileId }: Props) {
  const { t } = useTranslation('alarms')
  const wide = useWide()
  const words = useAlarmWords()
  const decisions = useAlarmDecisions()
  const path = useRecordPath()
  const [handling, setHandling] = useState<{ alarm: Alarm; as: Handling } | null>(null)
  const embedded = pileId !== undefined
  const opened = useOpenFirst(embedded)
  const mine = useMine(embedded)

  const about = (alarm: Alarm) => decisions.filter(({ body }) => body.id === alarm.id)
  const rowActions = (alarm: Alarm): Action[] =>
    alarm.status !== 'open' || about(alarm).some(isAnswer)
      ? []
      : [
          {
            key: 'processed',
            label: t('process'),
            permission: 'alarm.handle',
            onPress: () => setHandling({ alarm, as: 'processed' }),
          },
          {
            key: 'confirmed',
            label: t('confirm'),
            permission: 'alarm.handle',
            onPress: () => setHandling({ alarm, as: 'confirmed' }),
          },
        ]
  const foot = (alarm: Alarm) => (
    <AlarmFoot alarm={alarm} decisions={about(alarm)} onHandle={(as) => setHandling({ alarm, as })} />
  )

  if (!opened) return null
  return (
    <>
      <RecordList
        entity={alarmEntity}
        title={t('title')}
        chips="status"
        actions={mine}
        filters={['site_id']}
        fresh={{ offline: true }}
        lean
        open={({ id }) => path('alarm', id)}
        emptyWith={(filters) => (isOpenOnly(filters) ? t('empty.open') : null)}
        without={['connector_number']}
        cells={{
          code: words.title,
          pile_id: words.place,
          message: (alarm) => <Message alarm={alarm} />,
          raised_at: (alarm) => <When alarm={alarm} />,
          status: (alarm) => (
            <>
              <AlarmStatus alarm={alarm} decision={about(alarm).find(isAnswer)} />
              {wide && <CaseLine alarm={alarm} />}
            </>
          ),
        }}
        above={<UnsentDecisions decisions={decisions} />}
        {...(wide ? { rowActions, expand: (alarm: Alarm) => <AlarmFacts alarm={alarm} /> } : { cardFoot: foot })}
        {...(embedded && { embedded, fixed: { pile_id: [pileId] } })}
      />
      {handling && <HandleDialog alarm={handling.alarm} handling={handling.as} onClose={() => setHandling(null)} />}
    </>
  )
}
