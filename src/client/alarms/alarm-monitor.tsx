import { Link } from 'react-router-dom'
import { useMonitorWords } from '../kit/i18n/use-monitor-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import css from './case.module.css'
import type { Case } from './use-known-case.ts'

/** The monitor that watched it, on its pile's page. */
export function AlarmMonitor({ view: { alarm, monitor } }: { view: Case }) {
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
