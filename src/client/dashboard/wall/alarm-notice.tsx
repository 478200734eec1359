import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dashboard } from '../../../shared/endpoints/dashboard.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { useDashboard } from '../use-dashboard.ts'
import css from './wall.module.css'

type Alarm = Dashboard['attention'][number]

/** So long a new alarm is said above everything. */
const SHOWN_MS = 45_000
/** What was raised before this is not new, also where the first answer is some seconds old and lacks it. */
const JUST_NOW_MS = 60_000

/** The alarms that came while this screen was looking: what was open before, or opens to view because another went, is none. */
function useNewAlarms(): readonly Alarm[] {
  const query = useDashboard()
  const newest = useRef<number | null>(null)
  const [fresh, setFresh] = useState<readonly Alarm[]>([])
  const matters = query.data?.attention
  useEffect(() => {
    if (!matters) return
    const alarms = matters.filter(({ kind }) => kind === 'alarm')
    const before = newest.current
    newest.current = Math.max(before ?? Date.now() - JUST_NOW_MS, ...alarms.map(({ since }) => Date.parse(since)))
    if (before === null) return
    const came = alarms.filter(({ since }) => Date.parse(since) > before)
    // One that is over by now is said no more.
    const isOpen = ({ id }: Alarm) => alarms.some((alarm) => alarm.id === id)
    setFresh((said) => (came.length || !said.every(isOpen) ? [...came, ...said.filter(isOpen)] : said))
  }, [matters])
  useEffect(() => {
    if (!fresh.length) return
    const timer = setTimeout(() => setFresh([]), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [fresh])
  return fresh
}

/** A new alarm, in words and colour, over whatever page shows. */
export function AlarmNotice() {
  const { t } = useTranslation(['wall', 'alarms', 'dashboard'])
  const [alarm, ...others] = useNewAlarms()
  if (!alarm) return null
  const { title, station_number, connector_number } = alarm
  const where = [
    station_number,
    connector_number ? t('dashboard:attention.connector', { number: connector_number }) : '',
  ].filter(Boolean)
  return (
    <div className={css.notice} role="alert">
      <Icon name="bell" size={28} />
      <b>{t('alarm', { name: t(`alarms:codes.${title}`, { defaultValue: title }) })}</b>
      <span>{where.join(' · ')}</span>
      {others.length > 0 && <span>{t('more_alarms', { count: others.length })}</span>}
    </div>
  )
}
