import { Link } from 'react-router-dom'
import type { alarmView } from '../../shared/endpoints/alarms.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useMonitorWords } from '../kit/i18n/use-monitor-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import css from './case.module.css'

/** The monitor that watched it, on its pile's page. */
export function AlarmMonitor({ view: { alarm, monitor } }: { view: Data<typeof alarmView> }) {
  const words = useMonitorWords()
  const pile = useRecordPath()('pile', alarm.pile_id as number)
  if (!monitor) return null
  const name = `${monitor.component} · ${monitor.variable}`
  return (
    <Card title={words.number(monitor)}>
      <p className={css.said}>
        {pile ? <Link to={`${pile}?tab=monitors`}>{name}</Link> : name} · {words.watched(monitor)} ·{' '}
        {words.level(monitor)}
      </p>
    </Card>
  )
}
