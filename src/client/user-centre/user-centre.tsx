import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ownAccount } from '../../shared/endpoints/own-account.ts'
import { useCall } from '../kit/api/queries.ts'
import { Card } from '../kit/ui/card.tsx'
import { Page } from '../kit/ui/page.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { AccountCard, ContactsCard } from './account-card.tsx'
import { NotificationsCard } from './notifications-card.tsx'
import { PreferencesCard } from './preferences-card.tsx'
import { type Security, SecurityCard } from './security-card.tsx'
import css from './user-centre.module.css'

interface Props extends Security {
  /** Where one is signed in. */
  sessions: ReactNode
  /** One's second steps. */
  factors: ReactNode
  /** On which devices one is told of alarms. */
  push: ReactNode
}

/** Oneself: account, contacts, what one is told of, sign-ins and this device. Cards on a phone, two columns where there is room. */
export function UserCentre({ sessions, factors, push, ...security }: Props) {
  const { t } = useTranslation('user_centre')
  const query = useCall(ownAccount, {}, { entities: ['user'] })
  return (
    <Page title={t('title')} back="/me">
      <Loaded query={query} skeleton={<Skeleton height={320} />}>
        {(account) => (
          <div className={css.columns}>
            <div className={css.column}>
              <AccountCard account={account} />
              <ContactsCard account={account} />
              <NotificationsCard contacts={account.contacts} />
              {push}
            </div>
            <div className={css.column}>
              <PreferencesCard />
              <Card title={t('sessions')}>{sessions}</Card>
              <Card title={t('two_steps')}>{factors}</Card>
              <SecurityCard {...security} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
