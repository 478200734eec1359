import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { SeverityMark } from '../kit/fields/severity-mark.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { useWide } from '../kit/ui/use-wide.ts'
import { AlarmMessage } from './alarm-message.tsx'
import { AlarmOrder } from './alarm-order.tsx'
import { AlarmStatus } from './alarm-status.tsx'
import { useAlarmWords } from './alarm-words.ts'
import css from './case.module.css'
import type { CaseDoings } from './case-doings.ts'
import { CaseOwner } from './case-owner.tsx'
import type { AlarmDecision } from './decisions.ts'
import type { Case } from './use-known-case.ts'

/** For how long it is open, or was. */
function Lasts({ alarm: { raised_at, cleared_at, status, handled_at } }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const now = useNow()
  const end = status === 'open' ? null : (cleared_at ?? handled_at)
  const seconds = Math.max(
    0,
    Math.floor(((end ? Date.parse(end) : Math.max(now, Date.now())) - Date.parse(raised_at)) / 1000),
  )
  return <small>{t(end ? 'case.lasted' : 'case.open_for', { for: format.duration(seconds) })}</small>
}

/** The pile that reported it, one tap away for those who may open it. */
function PileLink({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const path = useRecordPath()('pile', alarm.pile_id ?? 0)
  if (!alarm.pile) return t('network')
  return path ? <Link to={path}>{alarm.pile.title}</Link> : alarm.pile.title
}

interface Props {
  view: Case
  decision: AlarmDecision | undefined
  doings: CaseDoings
}

/** What is wrong, where, for how long, how often, and whose it is. */
export function CaseHead({ view: { alarm: row, today }, decision, doings }: Props) {
  const { t } = useTranslation('alarms')
  const alarm = row as unknown as Alarm
  const wide = useWide()
  const words = useAlarmWords()
  const fields = useWords(alarmEntity)
  return (
    <Card>
      <div className={css.what}>
        <div className="grow">
          {!wide && <b className={css.code}>{words.title(alarm)}</b>}
          <p className={wide ? css.place : 'caption'}>
            {[alarm.site?.title, alarm.connector_number && t('connector', { number: alarm.connector_number })]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </div>
        <div className={css.state}>
          <AlarmStatus alarm={alarm} decision={decision} />
          <SeverityMark severity={alarm.severity} />
          <Lasts alarm={alarm} />
        </div>
      </div>
      <dl className={css.facts}>
        <div>
          <dt>{fields.label('pile_id')}</dt>
          <dd>
            <PileLink alarm={alarm} />
          </dd>
        </div>
        {alarm.vendor_code && (
          <div>
            <dt>{fields.label('vendor_code')}</dt>
            <dd>{alarm.vendor_code}</dd>
          </div>
        )}
        {today !== null && (
          <div>
            <dt>{t('case.today')}</dt>
            <dd>{t('case.times', { count: today })}</dd>
          </div>
        )}
        {alarm.order && (
          <div>
            <dt>{fields.label('order_id')}</dt>
            <dd>
              <AlarmOrder order={alarm.order} />
            </dd>
          </div>
        )}
      </dl>
      {alarm.message && (
        <p className={css.message}>
          <AlarmMessage alarm={alarm} />
        </p>
      )}
      <CaseOwner alarm={alarm} doings={doings} />
    </Card>
  )
}
