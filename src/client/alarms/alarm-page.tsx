import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { alarmView } from '../../shared/endpoints/alarms.ts'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { useCall } from '../kit/api/queries.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { AlarmFacts } from './alarm-facts.tsx'
import { AlarmFoot } from './alarm-foot.tsx'
import { AlarmStatus } from './alarm-status.tsx'
import { useAlarmWords } from './alarm-words.ts'
import css from './alarms.module.css'
import { UnsentDecisions } from './decision-note.tsx'
import { type Handling, useAlarmDecisions } from './decisions.ts'
import { HandleDialog } from './handle-dialog.tsx'
import { Handlings } from './handlings.tsx'

/** The pile that reported it, one tap away for those who may open it. */
function Place({ alarm }: { alarm: Alarm }) {
  const words = useAlarmWords()
  const path = useRecordPath()('pile', alarm.pile_id)
  const shown = (
    <span className="grow">
      <b>{words.place(alarm)}</b>
      {alarm.site && <div className="caption">{alarm.site.title}</div>}
    </span>
  )
  if (!path) return <Card>{shown}</Card>
  return (
    <Card flush>
      <Link className={css.place} to={path}>
        <Icon name="gauge" size={20} />
        {shown}
        <Icon name="right" size={16} />
      </Link>
    </Card>
  )
}

/** One alarm: where it is, what to answer, all that is known of it, and what people said. */
export function AlarmPage({ id }: { id: number }) {
  const { t } = useTranslation('alarms')
  const kind = useWords(alarmEntity)
  const words = useAlarmWords()
  const home = useHome('alarm')
  const query = useCall(alarmView, { id }, { entities: ['alarm'], only: { alarm: [id] }, offline: true })
  const decisions = useAlarmDecisions().filter(({ body }) => body.id === id)
  const waits = decisions.some(({ state }) => state === 'waiting')
  const [handling, setHandling] = useState<Handling | null>(null)
  const alarm = query.data?.alarm
  return (
    <Page
      title={alarm ? words.title(alarm) : kind.one}
      caption={kind.one}
      {...(home && { back: home })}
      {...(alarm && { badge: <AlarmStatus alarm={alarm} decision={decisions[0]} /> })}
    >
      <UnsentDecisions decisions={decisions} />
      <Loaded query={query} skeleton={<Skeleton height={260} />}>
        {({ alarm, handlings }) => (
          <>
            <Place alarm={alarm} />
            {(alarm.status === 'open' || waits) && (
              <AlarmFoot alarm={alarm} decisions={decisions} onHandle={setHandling} />
            )}
            <Card title={t('facts')}>
              <AlarmFacts alarm={alarm} />
            </Card>
            <Handlings handlings={handlings} />
          </>
        )}
      </Loaded>
      {alarm && handling && <HandleDialog alarm={alarm} handling={handling} onClose={() => setHandling(null)} />}
    </Page>
  )
}
