import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { checkProfiles, PUSH, profilesInPile } from '../../shared/endpoints/charging-profiles.ts'
import { chargingProfile } from '../../shared/entities/charging-profile.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useCall, useSend } from '../kit/api/queries.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { useWords } from '../kit/i18n/use-words.ts'
import { Can, useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import { CheckDifferences } from './check-differences.tsx'
import { CheckPill } from './check-pill.tsx'
import { OutsideLimits } from './outside-limits.tsx'
import css from './profile-page.module.css'
import { TakesLine } from './takes-line.tsx'
import { useRefusal } from './use-refusal.ts'

type InPile = Data<typeof profilesInPile>

/** Where the pile says another limit than its profiles come to, or why it does not say. */
function Differences({ check, zone }: { check: NonNullable<InPile['check']>; zone: string | null }) {
  const refusal = useRefusal()
  if (check.said) return <p>{refusal(check.said)}</p>
  return <CheckDifferences differences={check.differences} zone={zone} />
}

function Held({ installed }: Pick<InPile, 'installed'>) {
  const { t } = useTranslation('charging_profiles')
  const words = useWords(chargingProfile)
  const recordPath = useRecordPath()
  if (installed.length === 0) return <p>{t('in_pile.none')}</p>
  return (
    <ul className={css.rules}>
      {installed.map(({ charging_profile: { id, title }, connector_number, confirmed_at, outdated, profile }) => {
        const to = recordPath('charging_profile', id)
        const facts = [
          connector_number ? t('gun', { n: connector_number }) : t('whole_pile'),
          words.choice('charging_profile_purpose', profile.charging_profile_purpose),
          t('stack', { level: profile.stack_level }),
          ...(outdated ? [t('in_pile.outdated')] : []),
        ]
        return (
          <li key={`${id} ${connector_number}`}>
            <span>
              <b>{to ? <Link to={to}>{title}</Link> : title}</b> <small>{facts.join(' · ')}</small>
            </span>
            <small>
              <Ago at={confirmed_at} />
            </small>
          </li>
        )
      })}
    </ul>
  )
}

function Shown({ pileId }: { pileId: number }) {
  const { t } = useTranslation('charging_profiles')
  const query = useCall(profilesInPile, { pile_id: pileId }, { entities: ['charging_profile', 'pile'] })
  const checking = useSend(checkProfiles, ['charging_profile'])
  const check = () =>
    checking.mutate(
      { pile_id: pileId },
      {
        onSuccess: (found) => found ?? toast(t('no_answer'), { tone: 'error' }),
        onError: (error) => toast(error.message, { tone: 'error' }),
      },
    )
  return (
    <Card
      title={t('in_pile.title')}
      aside={query.data?.check && <CheckPill state={query.data.check.state} at={query.data.check.checked_at} />}
    >
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {({ installed, outside, takes, time_zone, check: last }) => (
          <>
            {outside.length > 0 && (
              <div className={css.schedule}>
                <OutsideLimits limits={outside} zone={time_zone} />
              </div>
            )}
            <Held installed={installed} />
            {last && <Differences check={last} zone={time_zone} />}
            <TakesLine takes={takes} />
            {installed.length > 0 && (
              <div className={css.foot}>
                <small>
                  {last ? (
                    <>
                      {t('in_pile.checked')} <Ago at={last.checked_at} />
                    </>
                  ) : (
                    t('in_pile.not_checked')
                  )}
                </small>
                <Can permission={PUSH}>
                  <Button icon="refresh" busy={checking.isPending} onClick={check}>
                    {t('in_pile.check')}
                  </Button>
                </Can>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

/** The charging profiles in a pile, and whether it says the limits that they come to. */
export function PileProfiles({ pileId }: { pileId: number }) {
  return useMay()(permissionOf(chargingProfile, 'list')) && <Shown pileId={pileId} />
}
