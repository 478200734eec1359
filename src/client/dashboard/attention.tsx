import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import { rejectedConnection } from '../../shared/entities/rejected-connection.ts'
import { taskRun } from '../../shared/entities/task-run.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useTones } from '../kit/dictionaries/use-choices.ts'
import { useStateTones } from '../kit/dictionaries/use-state-tones.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import css from './attention.module.css'
import type { OfDashboardProps } from './of-dashboard.tsx'

type Matter = Dashboard['attention'][number]

/** A line breaks between two facts, not within one. */
const NBSP = '\u00a0'

/** The hue of a matter, as it shows where it is dealt with. */
function useTone({ kind, title }: Matter): Tone {
  const state = useStateTones()
  const alarmed = useTones(alarm, 'status')
  const rejected = useTones(rejectedConnection, 'reason')
  const ran = useTones(taskRun, 'state')
  const tones: Record<Matter['kind'], Tone> = {
    alarm: alarmed('open'),
    offline: state('offline'),
    occupied: state('waiting'),
    abnormal_order: 'faulted',
    rejected: rejected(title),
    failed_task: ran('failed'),
  }
  return tones[kind]
}

/** The page on which a person deals with it; null where their menu leads to none. */
function usePlace() {
  const record = useRecordPath()
  const rejected = useHome('rejected_connection')
  const alarms = useHome('alarm')
  const piles = useHome('pile')
  return ({ kind, id, pile_id, site }: Matter): string | null => {
    if (site && kind === 'alarm') return alarms && `${alarms}?status=open&site_id=${site.id}`
    if (site) return piles && `${piles}?state=offline&site_id=${site.id}`
    if (kind === 'alarm') return record('alarm', id)
    if (kind === 'rejected') return rejected
    if (kind === 'failed_task') return record('task', id)
    return kind === 'abnormal_order' ? record('order', id) : record('pile', pile_id ?? id)
  }
}

function useTitle(matter: Matter, passed: string): string {
  const { t } = useTranslation(['dashboard', 'alarms', 'tasks'])
  const words = useWords(rejectedConnection)
  if (matter.site)
    return t(matter.kind === 'alarm' ? 'attention.site_alarms' : 'attention.site_offline', { count: matter.site.piles })
  if (matter.kind === 'rejected') return t('attention.rejected', { reason: words.choice('reason', matter.title) })
  if (matter.kind === 'failed_task') return t('attention.failed_task', { name: t(`tasks:names.${matter.title}`) })
  if (matter.kind === 'alarm') return t(`alarms:codes.${matter.title}`, { defaultValue: matter.title })
  return t(`attention.${matter.kind}`, { for: passed })
}

function Row({ matter }: { matter: Matter }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const now = useNow()
  const to = usePlace()(matter)
  const tone = useTone(matter)
  const passed = format.duration(Math.max(0, Math.floor((now - Date.parse(matter.since)) / 1000)))
  const title = useTitle(matter, passed)
  const { site, connector_number: gun } = matter
  const told = !site && (matter.kind === 'offline' || matter.kind === 'occupied')
  const where = [
    site ? site.name : matter.station_number,
    !site && gun !== null && gun > 0 && t('attention.connector', { number: gun }),
    !told && passed,
  ].flatMap((part) => (part ? part.replaceAll(' ', NBSP) : []))
  const body = (
    <>
      <Dot tone={tone} />
      <div className="grow">
        <div className={css.title}>{title}</div>
        <small>{where.join(' · ')}</small>
      </div>
    </>
  )
  if (!to) return <div className={css.row}>{body}</div>
  return (
    <Link className={css.row} to={to}>
      {body}
      <Icon name="right" size={16} />
    </Link>
  )
}

/** What a person should look at first, each a link to where it is dealt with. */
export function Attention({ data: { attention: matters } }: Pick<OfDashboardProps, 'data'>) {
  const { t } = useTranslation('dashboard')
  const alarms = useHome('alarm')
  const all = alarms && (
    <Link className={css.all} to={alarms}>
      {t('attention.see_all')}
    </Link>
  )
  return (
    <Card title={t('widgets.attention')} aside={all} className={css.card ?? ''}>
      <div className={css.list} data-rows>
        {matters.length === 0 && <p className={css.nothing}>{t('attention.nothing')}</p>}
        {matters.map((matter) => (
          <Row key={`${matter.kind}/${matter.id}`} matter={matter} />
        ))}
      </div>
    </Card>
  )
}
