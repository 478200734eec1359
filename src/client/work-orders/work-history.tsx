import { useTranslation } from 'react-i18next'
import type { WorkOrderEntry } from '../../shared/endpoints/work-orders.ts'
import { workOrder } from '../../shared/entities/work-order.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Card } from '../kit/ui/card.tsx'
import { Dot } from '../kit/ui/pill.tsx'
import { useSaid } from './use-said.ts'
import css from './work-order.module.css'

/** What people said of a work order, the newest first; what came too late to hold stands there too. */
export function WorkHistory({ entries }: { entries: readonly WorkOrderEntry[] }) {
  const { t } = useTranslation('work_orders')
  const format = useFormat()
  const said = useSaid()
  const words = useWords(workOrder)
  return (
    <Card title={t('history')}>
      <ol className={css.history}>
        {[...entries].reverse().map(({ id, by, own, set, note, said_at, received_at, late }) => (
          <li key={id}>
            <Dot tone={late.length > 0 ? 'offline' : 'waiting'} />
            <div className="grow">
              <b>{own ? t('you') : by}</b>
              <p className={css.said}>{[...said(set), note].filter(Boolean).join('\n')}</p>
              {late.length > 0 && <small>{t('late', { fields: format.list(late.map(words.label)) })}</small>}
              {isApart(said_at, received_at) && <small>{t('received', { at: format.moment(received_at) })}</small>}
            </div>
            <small>
              <time dateTime={said_at} title={format.full(said_at)}>
                {format.moment(said_at)}
              </time>
            </small>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** By more than what a call takes on a slow network. */
const APART_MS = 120_000
const isApart = (one: string, other: string) => Math.abs(Date.parse(one) - Date.parse(other)) > APART_MS
