import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setAsideList } from '../../../shared/endpoints/piles.ts'
import { useCall } from '../../kit/api/queries.ts'
import { Ago } from '../../kit/i18n/ago.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Card } from '../../kit/ui/card.tsx'
import { Empty, Loaded, Skeleton } from '../../kit/ui/states.tsx'
import css from './command-list.module.css'

const PAGE = 20

/** Reports that belonged to no open order, for a person to look at. */
export function AsideTab({ pileId }: { pileId: number }) {
  const { t } = useTranslation(['piles', 'common'])
  const [size, setSize] = useState(PAGE)
  const query = useCall(
    setAsideList,
    { id: pileId, page_num: 1, page_size: Math.min(size, 50) },
    { entities: ['pile'], only: { pile: [pileId] }, everyMs: 5_000, keepLast: true },
  )
  return (
    <Card>
      <p className={css.none}>{t('aside.intro')}</p>
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
                      <b>{report.action}</b>
                      <small>
                        <Ago at={report.received_at} />
                      </small>
                    </div>
                    <small>{t(`aside.reason.${report.reason}`, { defaultValue: report.reason })}</small>
                    <pre>{JSON.stringify(report.payload, null, 2)}</pre>
                  </li>
                ))}
              </ul>
              {rows.length < total && size < 50 && (
                <Button onClick={() => setSize(size + 30)}>{t('common:action.more')}</Button>
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
