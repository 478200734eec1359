import { useTranslation } from 'react-i18next'
import type { alarmView } from '../../shared/endpoints/alarms.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Card } from '../kit/ui/card.tsx'
import css from './alarms.module.css'

type Handling = Data<typeof alarmView>['handlings'][number]

/** Apart by more than what a call takes on a slow network. */
const APART_MS = 120_000
const apart = (one: string, other: string | null) =>
  other !== null && Math.abs(Date.parse(one) - Date.parse(other)) > APART_MS

function Said({ handling }: { handling: Handling }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const { by, status, remark, handled_at, phone_at, received_at, taken } = handling
  const notes = [
    !taken && t('history.late'),
    received_at && apart(handled_at, received_at) && t('history.received', { at: format.moment(received_at) }),
    phone_at && apart(handled_at, phone_at) && t('history.phone', { at: format.moment(phone_at) }),
  ].filter(Boolean)
  return (
    <li>
      <b>{t(`history.${status}`, { by })}</b>
      <small>
        <time dateTime={handled_at}>{format.full(handled_at)}</time>
      </small>
      {remark && <p className={css.said}>{remark}</p>}
      {notes.length > 0 && <small>{notes.join(' ')}</small>}
    </li>
  )
}

/** What people said of an alarm, the oldest first; who was slower is there too. */
export function Handlings({ handlings }: { handlings: readonly Handling[] }) {
  const { t } = useTranslation('alarms')
  return (
    <Card title={t('history.title')}>
      {handlings.length === 0 ? (
        <small>{t('history.none')}</small>
      ) : (
        <ol className={css.history}>
          {handlings.map((handling) => (
            <Said key={`${handling.by} ${handling.received_at} ${handling.handled_at}`} handling={handling} />
          ))}
        </ol>
      )}
    </Card>
  )
}
