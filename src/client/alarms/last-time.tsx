import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { alarmView } from '../../shared/endpoints/alarms.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import css from './case.module.css'

type Last = NonNullable<Data<typeof alarmView>['last_time']>

/** What was done the last time that this code came, on this pile or another of its type. */
export function LastTime({ last }: { last: Last }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const path = useRecordPath()('alarm', last.id)
  const who = [last.by, format.moment(last.at), last.here ? t('case.here') : last.station_number]
    .filter(Boolean)
    .join(' · ')
  return (
    <Card title={t('case.last_time')}>
      <div className={css.last}>
        <Icon name="clock" size={18} />
        <div className="grow">
          <p className={css.said}>{last.remark}</p>
          <small>{path ? <Link to={path}>{who}</Link> : who}</small>
        </div>
      </div>
    </Card>
  )
}
