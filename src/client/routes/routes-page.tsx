import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { routeIndex } from '../../shared/endpoints/people.ts'
import { useCall } from '../kit/api/queries.ts'
import { referenceOptions, useTitles } from '../kit/fields/reference.ts'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Select } from '../kit/ui/select.tsx'
import { Banner, Empty, Loaded, Skeleton } from '../kit/ui/states.tsx'
import css from './routes.module.css'
import { Transfer } from './transfer.tsx'

function Routes({ userId }: { userId: number }) {
  const { t } = useTranslation('people')
  const query = useCall(routeIndex, { user_id: userId }, { entities: ['user', 'role', 'menu'] })
  return (
    <Loaded query={query} skeleton={<Skeleton height={420} />}>
      {(routes) => (
        <>
          {routes.everything && (
            <Banner tone="charging" icon="info">
              {t('routes.everything', { account: routes.user.title })}
            </Banner>
          )}
          <Transfer key={userId} userId={userId} routes={routes} />
        </>
      )}
    </Loaded>
  )
}

/** What one person may do beyond their roles, or may not do in spite of them. */
export function RoutesPage() {
  const { t } = useTranslation('people')
  const [params, setParams] = useSearchParams()
  const written = Number(params.get('user'))
  const userId = Number.isInteger(written) && written > 0 ? written : null
  const [found] = useTitles('user', userId === null ? [] : [userId])
  const chosen = userId === null ? null : { key: userId, label: found?.title ?? `#${userId}` }
  return (
    <Page title={t('routes.title')} caption={t('routes.caption')} back="/me" fills>
      <div className={css.who}>
        <Labelled label={t('routes.user')}>
          {({ id }) => (
            <Select<number>
              id={id}
              label={t('routes.user')}
              {...referenceOptions('user')}
              value={chosen}
              onChange={(option) => setParams(option ? { user: String(option.key) } : {}, { replace: true })}
            />
          )}
        </Labelled>
      </div>
      {userId === null ? <Empty icon="person" text={t('routes.choose')} /> : <Routes userId={userId} />}
    </Page>
  )
}
