import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Dashboard } from '../../shared/endpoints/dashboard.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useNow } from '../kit/i18n/use-now.ts'
import { useMay } from '../kit/session/can.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import css from './attention.module.css'

type Matter = Dashboard['attention'][number]

/** For each kind: its hue, and the page on which a person deals with it. */
const KINDS: Record<Matter['kind'], { tone: Tone; permission: string; place: (matter: Matter) => string }> = {
  alarm: {
    tone: 'faulted',
    permission: 'alarm.list',
    place: ({ pile_id }) => `/monitor/alarm?status=open&pile_id=${pile_id}`,
  },
  offline: { tone: 'offline', permission: 'pile.list', place: ({ pile_id }) => `/device/chargingPoint/${pile_id}` },
  occupied: { tone: 'waiting', permission: 'pile.list', place: ({ pile_id }) => `/device/chargingPoint/${pile_id}` },
  abnormal_order: { tone: 'faulted', permission: 'order.list', place: ({ id }) => `/operationManagement/order/${id}` },
  rejected: { tone: 'waiting', permission: 'rejected_connection.list', place: () => '/monitor/rejected' },
}

function useTitle(matter: Matter, passed: string): string {
  const { t } = useTranslation(['dashboard', 'alarms'])
  if (matter.kind === 'alarm') return t(`alarms:codes.${matter.title}`, { defaultValue: matter.title })
  return t(`attention.${matter.kind}`, { for: passed })
}

function Row({ matter }: { matter: Matter }) {
  const { t } = useTranslation('dashboard')
  const format = useFormat()
  const now = useNow()
  const may = useMay()
  const { tone, permission, place } = KINDS[matter.kind]
  const passed = format.duration(Math.max(0, Math.floor((now - Date.parse(matter.since)) / 1000)))
  const title = useTitle(matter, passed)
  const told = matter.kind === 'offline' || matter.kind === 'occupied'
  const where = [
    matter.station_number,
    matter.connector_number !== null &&
      matter.connector_number > 0 &&
      t('attention.connector', { number: matter.connector_number }),
    !told && passed,
  ].filter(Boolean)
  const body = (
    <>
      <Dot tone={tone} />
      <div className="grow">
        <div className={css.title}>{title}</div>
        <small>{where.join(' · ')}</small>
      </div>
    </>
  )
  if (!may(permission)) return <div className={css.row}>{body}</div>
  return (
    <Link className={css.row} to={place(matter)}>
      {body}
      <Icon name="right" size={16} />
    </Link>
  )
}

/** What a person should look at first, each a link to where it is dealt with. */
export function Attention({ matters }: { matters: Matter[] }) {
  const { t } = useTranslation('dashboard')
  const may = useMay()
  const all = may('alarm.list') && (
    <Link className={css.all} to="/monitor/alarm">
      {t('attention.see_all')}
    </Link>
  )
  return (
    <Card title={t('attention.title')} aside={all} className={css.card ?? ''}>
      <div className={css.list}>
        {matters.length === 0 && <p className={css.nothing}>{t('attention.nothing')}</p>}
        {matters.map((matter) => (
          <Row key={`${matter.kind}/${matter.id}`} matter={matter} />
        ))}
      </div>
    </Card>
  )
}
