import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { whyOf } from '../../shared/domain/campaign-why.ts'
import { type HOLDS, messagePiles } from '../../shared/endpoints/display-messages.ts'
import { campaignTarget } from '../../shared/entities/campaign-target.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import type { Tone } from '../../shared/kit/fields.ts'
import { useCall } from '../kit/api/queries.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { Ago } from '../kit/i18n/ago.tsx'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { PageTurns } from '../kit/ui/page-turns.tsx'
import { Pill } from '../kit/ui/pill.tsx'
import { Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './messages.module.css'

type Row = Data<typeof messagePiles>['rows'][number]
const PAGE = 20

const TONES: Readonly<Record<(typeof HOLDS)[number], Tone>> = {
  held: 'available',
  outdated: 'waiting',
  differs: 'waiting',
  missing: 'faulted',
  gone: 'offline',
  never: 'offline',
}
/** What it holds follows of these; the others say more by themselves. */
const SETTLED = new Set<Row['state']>(['done', 'cancelled'])

function PileRow({ row }: { row: Row }) {
  const { t } = useTranslation(['display_messages', 'campaigns'])
  const format = useFormat()
  const words = useWords(campaignTarget)
  const record = useRecordPath()
  const { pile, site, holds, state, is_clear, waits_for, said, told_at } = row
  const to = record('pile', pile.id)
  const why = said === null ? null : whyOf(said)
  const reason = waits_for
    ? words.choice('waits_for', waits_for)
    : why && !SETTLED.has(state) && t(`campaigns:why.${why.code}`, { figure: why.figure, defaultValue: said ?? '' })
  return (
    <li className={css.pile}>
      <span>
        <b>{to ? <Link to={`${to}?tab=screen`}>{pile.title}</Link> : pile.title}</b>{' '}
        <small>
          {[site?.title, is_clear && t('taken'), reason, told_at && t('told', { ago: format.ago(told_at) })]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <span className="row">
        {!SETTLED.has(state) && <StatusPill entity={campaignTarget} name="state" value={state} />}
        {(SETTLED.has(state) || (holds !== 'never' && holds !== 'gone')) && (
          <Pill tone={TONES[holds]}>{t(`holds.${holds}`)}</Pill>
        )}
        <small>
          <Ago at={row.at} />
        </small>
      </span>
    </li>
  )
}

/** Each pile that a message was given to, what is wrong first. */
export function MessagePiles({ id }: { id: number }) {
  const { t } = useTranslation('display_messages')
  const [page, setPage] = useState(1)
  const entities = ['display_message', 'campaign_target', 'campaign']
  const query = useCall(messagePiles, { id, page_num: page, page_size: PAGE }, { entities, keepLast: true })
  return (
    <Card title={t('piles')}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <Empty icon="window" text={t('no_piles')} />
          ) : (
            <>
              <ul className={css.list}>
                {rows.map((row) => (
                  <PileRow key={row.pile.id} row={row} />
                ))}
              </ul>
              <PageTurns
                {...{ page, size: PAGE, total, onTurn: setPage }}
                range={(figures) => t('range', figures)}
                before={t('before')}
                after={t('after')}
              />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
