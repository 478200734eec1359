import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setAsideList } from '../../../shared/endpoints/piles.ts'
import { PAGE_SIZE } from '../../../shared/kit/endpoint.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { useFormat } from '../../kit/i18n/use-format.ts'
import { Card } from '../../kit/ui/card.tsx'
import { Pager } from '../../kit/ui/pager.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import css from './command-list.module.css'

/** Reports that belonged to no open order, for a person to look at. */
export function AsideTab({ pileId }: { pileId: number }) {
  const { t } = useTranslation('pile_facts')
  const format = useFormat()
  const [page, setPage] = useState(1)
  const [size, setSize] = useState<number>(PAGE_SIZE)
  const query = useCall(
    setAsideList,
    { id: pileId, page_num: page, page_size: size },
    { entities: ['pile'], only: { pile: [pileId] }, everyMs: 5_000, keepLast: true },
  )
  return (
    <Card>
      <p className={css.intro}>{t('aside.intro')}</p>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {({ rows, total }) =>
          total === 0 ? (
            <Empty icon="check" text={t('aside.empty')} />
          ) : (
            <>
              <ul className={css.list}>
                {rows.map((report) => (
                  <li key={report.id} className={css.command}>
                    <div className="row between">
                      <b>{t(`aside.what.${report.action}`)}</b>
                      <small>
                        <Ago at={report.last_received_at} />
                      </small>
                    </div>
                    <small>
                      {t(`aside.reason.${report.reason}`, { defaultValue: report.reason })}
                      {report.times > 1 &&
                        ` · ${t('aside.times', { count: report.times, at: format.full(report.received_at) })}`}
                    </small>
                    <pre>{JSON.stringify(report.payload, null, 2)}</pre>
                  </li>
                ))}
              </ul>
              <Pager total={total} page={page} size={size} onPage={setPage} onSize={setSize} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
