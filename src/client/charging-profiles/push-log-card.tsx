import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pushLog } from '../../shared/endpoints/charging-profiles.ts'
import { campaignTarget } from '../../shared/entities/campaign-target.ts'
import { useCall } from '../kit/api/queries.ts'
import { StatusPill } from '../kit/fields/status-pill.tsx'
import { Ago } from '../kit/i18n/ago.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { useRecordPath } from '../kit/session/homes.ts'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { CheckPill } from './check-pill.tsx'
import css from './profile-page.module.css'
import { useRefusal } from './use-refusal.ts'

const FIRST = { page_num: 1, page_size: 20 }

/** What became of each pile that the profile was pushed to or taken from, the latest first. */
export function PushLogCard({ id }: { id: number }) {
  const { t } = useTranslation('charging_profiles')
  const words = useWords(campaignTarget)
  const refusal = useRefusal()
  const recordPath = useRecordPath()
  const query = useCall(pushLog, { id, ...FIRST }, { entities: ['charging_profile', 'campaign_target', 'campaign'] })
  return (
    <Card title={t('push_log')}>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ rows, total }) => (
          <>
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
                          t(row.action === 'clear_profile' ? 'log.clear' : 'log.set'),
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
                        <Ago at={row.ended_at ?? row.created_at} />
                      </small>
                    </span>
                  </li>
                )
              })}
            </ul>
            {total > rows.length && <small>{t('push_log_more', { count: total - rows.length })}</small>}
          </>
        )}
      </Loaded>
    </Card>
  )
}
