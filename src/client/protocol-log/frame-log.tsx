import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { protocolLog } from '../../shared/endpoints/protocol-log.ts'
import { PAGE_SIZE } from '../../shared/kit/endpoint.ts'
import { useCall } from '../kit/api/queries.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Pager } from '../kit/ui/pager.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import { type Filters, questionOf } from './frame-filters.ts'
import css from './frame-log.module.css'
import { Frame } from './frame-row.tsx'
import { LogFilters } from './log-filters.tsx'

/** Frames are too many to be announced one by one: anyone who follows them asks. */
const FOLLOW_MS = 1_500

interface Props {
  filters: Filters
  onFilters: (filters: Filters) => void
  /** Filters that always hold and are no one's choice. */
  fixed?: Filters
}

/** The frames between piles and server, newest first; it follows until someone pauses it. */
export function FrameLog({ filters, onFilters, fixed = {} }: Props) {
  const { t } = useTranslation('protocol-log')
  const [following, setFollowing] = useState(true)
  const [page, setPage] = useState(1)
  const [size, setSize] = useState(PAGE_SIZE)
  const query = useCall(protocolLog, questionOf({ ...filters, ...fixed }, page, size), {
    entities: ['frame'],
    keepLast: true,
    ...(following && page === 1 && { refetchInterval: FOLLOW_MS }),
  })
  const ask = (asked: Filters) => {
    setPage(1)
    onFilters(asked)
  }
  const turn = (to: number) => {
    setPage(to)
    setFollowing(to === 1 && following)
  }
  return (
    <Card flush className={css.card ?? ''}>
      <div className={css.head}>
        <LogFilters filters={filters} fixed={fixed} onChange={ask} />
        <Button icon={following ? 'stop' : 'bolt'} aria-pressed={following} onClick={() => setFollowing(!following)}>
          {t(following ? 'pause' : 'follow')}
        </Button>
      </div>
      <Loaded query={query} skeleton={<Skeleton height={320} />}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty text={t('empty')} />
          ) : (
            <>
              <ol className={css.frames}>
                {rows.map((frame) => (
                  <Frame key={`${frame.id}/${frame.direction}`} frame={frame} station={!fixed.station_number} />
                ))}
              </ol>
              <Pager total={total} page={page} size={size} onPage={turn} onSize={setSize} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
