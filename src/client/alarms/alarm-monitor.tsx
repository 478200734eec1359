import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { alarmView } from '../../shared/endpoints/alarms.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { trimmedNumber } from '../kit/i18n/trimmed-number.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import css from './case.module.css'

/** The monitor that watched it, on its pile's page. */
export function AlarmMonitor({ view: { alarm, monitor } }: { view: Data<typeof alarmView> }) {
  const { t } = useTranslation('monitors')
  const format = useFormat()
  const pile = useRecordPath()('pile', alarm.pile_id as number)
  if (!monitor) return null
  const name = `${monitor.component} · ${monitor.variable}`
  const watched = t(`watch.${monitor.watch}`, { value: trimmedNumber(format, monitor.value) })
  return (
    <Card title={t('number', { number: monitor.number })}>
      <p className={css.said}>
        {pile ? <Link to={`${pile}?tab=monitors`}>{name}</Link> : name} · {watched} · {t(`level.${monitor.level}`)}
      </p>
    </Card>
  )
}
