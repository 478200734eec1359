import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { allOf, type Shown } from '../../shared/domain/alarm-matter.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { SeverityMark } from '../kit/fields/severity-mark.tsx'
import { RecordList } from '../kit/records/record-list.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { lazyPart } from '../kit/ui/lazy-part.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { Message, Title, useMatterWords, When } from './alarm-cells.tsx'
import { AlarmFoot } from './alarm-foot.tsx'
import { AlarmStatus } from './alarm-status.tsx'
import type { Asked } from './case-doings.ts'
import { CaseLine } from './case-line.tsx'
import { UnsentDecisions } from './decision-note.tsx'
import { isAnswer, useAlarmDecisions } from './decisions.ts'
import { FoldedAlarms, OtherAlarms } from './other-alarms.tsx'
import { isOpenOnly, useAsOne } from './use-as-one.ts'
import { useEachAsSaid } from './use-as-said.ts'
import { useCaseDoings } from './use-case-doings.tsx'
import { useMine } from './use-mine.ts'

interface OfAlarm {
  alarm: Alarm
}
const AlarmFacts = lazyPart<OfAlarm>(() =>
  import('./alarm-facts.tsx').then((module) => ({ default: module.AlarmFacts })),
)

const openedRow = (alarm: Shown) => (
  <>
    <OtherAlarms shown={alarm} />
    <AlarmFacts alarm={alarm} />
  </>
)

/** What its address says of itself when it says nothing else. */
export const OPEN_FIRST = 'status=open'

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
    if (!embedded && !says) setParams(OPEN_FIRST, { replace: true })
  }, [])
  return opened || says
}

/** What is done about a row, for all that it stands for. */
function useRowActions(isAnswered: (alarm: Alarm) => boolean) {
  const { t } = useTranslation('alarms')
  const [about, setAbout] = useState<Shown>()
  const { doings, dialogs } = useCaseDoings(about)
  const ask = (alarm: Shown, what: Asked) => {
    setAbout(alarm)
    doings.ask(what)
  }
  const actionsOf = (alarm: Shown): Action[] => {
    if (alarm.status !== 'open' || isAnswered(alarm)) return []
    const count = allOf(alarm).length
    const several = count > 1
    const action = (key: string, label: string, onPress: () => void): Action => ({
      ...{ key, label, permission: 'alarm.handle', onPress },
    })
    return [
      action('processed', several ? t('together.process', { count }) : t('process'), () => ask(alarm, 'processed')),
      action('confirmed', several ? t('together.confirm', { count }) : t('confirm'), () => ask(alarm, 'confirmed')),
      action('on_my_way', t('case.on_my_way'), () => void doings.act({ act: 'on_my_way' }, alarm)),
      action('assign', t('case.hand_over'), () => ask(alarm, 'assign')),
      action('snooze', t('case.snooze'), () => ask(alarm, 'snooze')),
    ]
  }
  return { ask, actionsOf, dialogs }
}

interface Props {
  /** The alarms of one pile, as a part of its page. */
  pileId?: number
}

/** What piles reported, or failed to report, that a person should look at. */
export function AlarmList({ pileId }: Props) {
  const { t } = useTranslation('alarms')
  const wide = useWide()
  const matter = useMatterWords()
  const decisions = useAlarmDecisions()
  const path = useRecordPath()
  const embedded = pileId !== undefined
  const opened = useOpenFirst(embedded)
  const mine = useMine(embedded)
  const about = (alarm: Alarm) => decisions.filter(({ body }) => body.id === alarm.id)
  const { ask, actionsOf, dialogs } = useRowActions((alarm) => about(alarm).some(isAnswer))
  const foot = (alarm: Shown) => <AlarmFoot alarm={alarm} decisions={about(alarm)} onHandle={(as) => ask(alarm, as)} />

  if (!opened) return null
  return (
    <>
      <RecordList<typeof alarmEntity, Shown>
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
          code: (alarm) => <Title shown={alarm} />,
          severity: ({ severity }) => <SeverityMark severity={severity} />,
          pile_id: (alarm) => (alarm.struck ? '' : matter.place(alarm)),
          message: (alarm) => !alarm.struck && <Message alarm={alarm} />,
          raised_at: (alarm) => <When alarm={alarm} />,
          status: (alarm) => (
            <>
              <AlarmStatus alarm={alarm} decision={about(alarm).find(isAnswer)} />
              {wide && <CaseLine alarm={alarm} />}
            </>
          ),
        }}
        above={<UnsentDecisions decisions={decisions} />}
        {...(wide
          ? { rowActions: actionsOf, expand: openedRow }
          : { cardFoot: foot, expand: (alarm: Shown) => <FoldedAlarms shown={alarm} /> })}
        {...(embedded
          ? { embedded, fixed: { pile_id: [pileId] }, useTogether: useEachAsSaid }
          : { useTogether: useAsOne })}
      />
      {dialogs}
    </>
  )
}
