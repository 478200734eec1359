import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { DOES_WORK } from '../../shared/domain/work-order.ts'
import { type HistoryLine, pileHistory } from '../../shared/endpoints/work-orders.ts'
import { alarm } from '../../shared/entities/alarm.ts'
import { inspection } from '../../shared/entities/inspection.ts'
import { maintenance } from '../../shared/entities/maintenance.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import { useCall } from '../kit/api/queries.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useMay } from '../kit/session/can.tsx'
import { useHome, useRecordPath } from '../kit/session/homes.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './work-order.module.css'

const TONES = { alarm: 'faulted', work_order: 'waiting', inspection: 'available', maintenance: 'reserved' } as const

function useLineWords() {
  const { t, i18n } = useTranslation(['work_orders', 'alarms'])
  const words = {
    alarm: useWords(alarm),
    work_order: useWords(workOrder),
    inspection: useWords(inspection),
    maintenance: useWords(maintenance),
  }
  return ({ kind, title, state }: HistoryLine) => ({
    kind: words[kind].one,
    title: kind === 'alarm' && i18n.exists(`alarms:codes.${title}`) ? t(`alarms:codes.${title}` as never) : title,
    state: words[kind].choice(kind === 'alarm' ? 'status' : 'state', state),
  })
}

function Line({ line }: { line: HistoryLine }) {
  const format = useFormat()
  const said = useLineWords()(line)
  const path = useRecordPath()(line.kind, line.id)
  return (
    <li>
      <Dot tone={TONES[line.kind]} />
      <div className="grow">
        <b>{path ? <Link to={path}>{said.title}</Link> : said.title}</b>
        <p className="caption">{[said.kind, said.state, line.by].filter(Boolean).join(' · ')}</p>
        {line.text && <p className={css.said}>{line.text}</p>}
      </div>
      <small>
        <time dateTime={line.at} title={format.full(line.at)}>
          {format.moment(line.at)}
        </time>
      </small>
    </li>
  )
}

/** What happened at a pile and what was done there: alarms, work orders and planned maintenance, the newest first. */
export function PileHistory({ pileId }: { pileId: number }) {
  const { t } = useTranslation(['work_orders', 'inspections'])
  const format = useFormat()
  const may = useMay()
  const home = useHome('work_order')
  const query = useCall(
    pileHistory,
    { pile_id: pileId },
    { entities: ['alarm', 'work_order', 'inspection', 'maintenance'], offline: true },
  )
  return (
    <>
      {home && may(DOES_WORK) && (
        <div className={`row ${css.above}`}>
          <ButtonLink icon="plus" to={`${home}/create?pile_id=${pileId}`}>
            {t('new')}
          </ButtonLink>
        </div>
      )}
      <Loaded query={query} skeleton={<Skeleton height={240} />}>
        {({ lines, inspected, repairs, repair_seconds }) => (
          <Card title={t('history')}>
            {inspected && (
              <p className="caption">
                {inspected.by
                  ? t('inspections:last', { at: format.moment(inspected.at), by: inspected.by })
                  : t('inspections:last_unnamed', { at: format.moment(inspected.at) })}
              </p>
            )}
            {repairs !== null && repair_seconds !== null && (
              <p className="caption">
                {t('repair', { time: format.duration(Math.round(repair_seconds / repairs)), count: repairs })}
              </p>
            )}
            {lines.length === 0 ? (
              <Empty icon="check" text={t('no_history')} />
            ) : (
              <ol className={css.history}>
                {lines.map((line) => (
                  <Line key={`${line.kind} ${line.id}`} line={line} />
                ))}
              </ol>
            )}
          </Card>
        )}
      </Loaded>
    </>
  )
}
