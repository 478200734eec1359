import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pushLog } from '../../shared/endpoints/charging-profiles.ts'
import { campaignTarget } from '../../shared/entities/campaign-target.ts'
import { useCall } from '../kit/api/queries.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { PageTurns } from '../kit/ui/page-turns.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { CheckDifferences } from './check-differences.tsx'
import { CheckPill } from './check-pill.tsx'
import css from './profile-page.module.css'
import { PushBar } from './push-bar.tsx'
import { SiteAgo } from './site-moment.tsx'
import { useProfileSite } from './use-profile-site.ts'
import { useRefusal } from './use-refusal.ts'

const PAGE = 20
const LOGGED = { set_profile: 'set', clear_profile: 'clear', change_limit: 'limit' } as const
/** More differences of one pile are read on its page. */
const MOST_DIFFERENCES = 2

/** What became of each pile that the profile was pushed to or taken from, the latest first. */
export function PushLogCard({ id, site }: { id: number; site: unknown }) {
  const { t } = useTranslation('charging_profiles')
  const words = useWords(campaignTarget)
  const refusal = useRefusal()
  const recordPath = useRecordPath()
  const { zone } = useProfileSite(site)
  const [page, setPage] = useState(1)
  const entities = ['charging_profile', 'campaign_target', 'campaign']
  const query = useCall(pushLog, { id, page_num: page, page_size: PAGE }, { entities, keepLast: true })
  return (
    <Card title={t('push_log')}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ rows, total, last }) => (
          <>
            {last && <PushBar last={last} />}
            {rows.length === 0 && <small>{t('push_log_none')}</small>}
            <ul className={css.rules}>
              {rows.map((row) => {
                const to = recordPath('pile', row.pile.id)
                const word = row.said && refusal(row.said)
                const waits = row.waits_for && words.choice('waits_for', row.waits_for)
                return (
                  <li key={row.id}>
                    <span>
                      <b>{to ? <Link to={to}>{row.pile.title}</Link> : row.pile.title}</b>{' '}
                      <small>
                        {[
                          t(`log.${LOGGED[row.action]}`),
                          row.connector_number ? t('gun', { n: row.connector_number }) : null,
                          row.state === 'pending' ? waits : row.state === 'done' ? null : word,
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </small>
                    </span>
                    <span className="row">
                      {row.check && row.check !== 'same' && <CheckPill state={row.check} at={row.checked_at} />}
                      <StatusPill entity={campaignTarget} name="state" value={row.state} />
                      <small>
                        <SiteAgo at={row.ended_at ?? row.created_at} zone={zone} />
                      </small>
                    </span>
                    <CheckDifferences differences={row.differences} zone={zone} most={MOST_DIFFERENCES} />
                  </li>
                )
              })}
            </ul>
            <PageTurns
              {...{ page, size: PAGE, total, onTurn: setPage }}
              range={(figures) => t('push_log_range', figures)}
              before={t('push_log_later')}
              after={t('push_log_earlier')}
            />
          </>
        )}
      </Loaded>
    </Card>
  )
}
