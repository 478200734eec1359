import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allOf, isAlike, type Shown } from '../../shared/domain/alarm-matter.ts'
import { alarmView } from '../../shared/endpoints/alarms.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { useCall } from '../kit/api/queries.ts'
import { useHome } from '../kit/session/homes.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import type { Action } from '../kit/ui/actions.tsx'
import { BottomActions } from '../kit/ui/bottom-actions.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { ListOnly } from '../offline/list-only.tsx'
import { AlarmMonitor } from './alarm-monitor.tsx'
import { useAlarmWords } from './alarm-words.ts'
import css from './case.module.css'
import type { CaseDoings } from './case-doings.ts'
import { CaseHead } from './case-head.tsx'
import { CaseHistory } from './case-history.tsx'
import { rests } from './case-line.tsx'
import { CaseNotes } from './case-notes.tsx'
import { CasePhotos } from './case-photos.tsx'
import { CaseRows } from './case-rows.tsx'
import { CodeMeaning } from './code-meaning.tsx'
import { UnsentDecisions, WaitingNote } from './decision-note.tsx'
import { type AlarmDecision, isAnswer, useAlarmDecisions } from './decisions.ts'
import { LastTime } from './last-time.tsx'
import { MatterCard } from './matter-card.tsx'
import type { AlarmParts } from './parts.ts'
import { useAsSaid } from './use-as-said.ts'
import { useCaseDoings } from './use-case-doings.tsx'
import { type Case, useKnownCase } from './use-known-case.ts'
import { useMatter } from './use-matter.ts'

const MAY = 'alarm.handle'

/** What can be done about it as it is, the likeliest first; nothing while an answer waits to be sent. */
function useActions(alarm: Alarm | undefined, doings: CaseDoings, answered: boolean): Action[] {
  const { t } = useTranslation('alarms')
  const me = useAtomValue(personAtom)?.user.userId
  if (!alarm || answered || (alarm.status !== 'open' && alarm.status !== 'recovered')) return []
  const open = alarm.status === 'open'
  const there = alarm.assignee_id === me && alarm.on_my_way_at !== null
  const going: Action = {
    key: 'on_my_way',
    label: t('case.on_my_way'),
    icon: 'route',
    primary: true,
    permission: MAY,
    onPress: () => void doings.act({ act: 'on_my_way' }),
  }
  const processed: Action = {
    key: 'processed',
    label: t('process'),
    icon: 'check',
    primary: there || !open,
    permission: MAY,
    onPress: () => doings.ask('processed'),
  }
  const rest: Action[] = [
    { key: 'confirmed', label: t('confirm'), icon: 'warning', permission: MAY, onPress: () => doings.ask('confirmed') },
    ...(open
      ? [
          {
            key: 'assign',
            label: t('case.hand_over'),
            icon: 'people' as const,
            permission: MAY,
            onPress: () => doings.ask('assign'),
          },
          rests(alarm)
            ? {
                ...{ key: 'wake', label: t('case.wake'), icon: 'clock' as const, permission: MAY },
                onPress: () => void doings.act({ act: 'wake' }),
              }
            : {
                ...{ key: 'snooze', label: t('case.snooze'), icon: 'clock' as const, permission: MAY },
                onPress: () => doings.ask('snooze'),
              },
        ]
      : []),
  ]
  return there || !open ? [processed, ...rest] : [going, processed, ...rest]
}

interface BodyProps {
  view: Case
  decisions: readonly AlarmDecision[]
  doings: CaseDoings
  parts: AlarmParts
  matter: ReactNode
}

function Body({ view, decisions, doings, parts, matter }: BodyProps) {
  const alarm = view.alarm as unknown as Alarm
  const waiting = decisions.filter(({ state }) => state === 'waiting')
  return (
    <div className={css.page}>
      <div className={css.column}>
        {view.of_row && <ListOnly />}
        <CaseHead view={view} decision={decisions.find(isAnswer)} doings={doings} />
        {waiting.map((decision) => (
          <WaitingNote key={decision.key} decision={decision} />
        ))}
        {matter}
        <CodeMeaning view={view} />
        <AlarmMonitor view={view} />
        {view.last_time && <LastTime last={view.last_time} />}
        {alarm.pile_id !== null && <parts.Pile pileId={alarm.pile_id} connectorNumber={alarm.connector_number} />}
      </div>
      <div className={css.column}>
        <CasePhotos view={view} />
        <CaseNotes view={view} doings={doings} />
        <CaseRows view={view} doings={doings} parts={parts} />
        {!view.of_row && <CaseHistory view={view} />}
      </div>
    </div>
  )
}

/** Whether something was said of this case, or of one that is answered with it. */
const isOf = (id: number, times: readonly number[], matter: Shown | undefined) =>
  times.includes(id) || (matter !== undefined && allOf(matter).some((alarm) => alarm.id === id))

/** One alarm as a case: what is wrong and where, whose it is, what was done last time, the pile, notes, and all that happened. */
export function AlarmPage({ id, parts }: { id: number; parts: AlarmParts }) {
  const { t } = useTranslation('alarms')
  const words = useAlarmWords()
  const home = useHome('alarm')
  const wide = useWide()
  const [times, setTimes] = useState<readonly number[]>([id])
  const asked = useCall(
    alarmView,
    { id },
    { entities: ['alarm', 'command'], only: { alarm: times }, everyMs: 3_000, offline: true },
  )
  const query = useKnownCase(id, asked)
  const { data } = query
  useEffect(() => setTimes([id, ...(data?.occurrences.map((time) => time.id) ?? [])]), [id, data])
  const said = useAlarmDecisions()
  const decisions = said.filter(({ body }) => times.includes(body.id))
  const asSaid = useAsSaid()
  const alarm = data && asSaid(data.alarm as unknown as Alarm, times)
  const matter = useMatter(alarm)
  const [chosen, setAll] = useState<boolean | null>(null)
  const all = chosen ?? (matter !== undefined && isAlike(matter))
  const { doings, dialogs } = useCaseDoings(all ? matter : alarm)
  const actions = useActions(
    alarm,
    doings,
    decisions.some((decision) => decision.state === 'waiting' && isAnswer(decision)),
  )
  return (
    <Page
      title={alarm && wide ? words.title(alarm) : t('case.title')}
      {...(wide && !query.isLoadingError && { caption: t('case.title') })}
      {...(home && { back: home })}
      {...(wide && { actions })}
    >
      <UnsentDecisions decisions={said.filter(({ body }) => isOf(body.id, times, matter))} />
      <Loaded query={query} skeleton={<Skeleton height={260} />}>
        {(view) => (
          <Body
            view={{ ...view, alarm: (alarm ?? view.alarm) as never }}
            decisions={decisions}
            doings={doings}
            parts={parts}
            matter={matter && <MatterCard matter={matter} all={all} onAll={setAll} />}
          />
        )}
      </Loaded>
      {!wide && <BottomActions actions={actions} two />}
      {dialogs}
    </Page>
  )
}
