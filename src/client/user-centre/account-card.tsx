import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNELS, type Channel } from '../../shared/domain/channels.ts'
import type { ownAccount } from '../../shared/endpoints/own-account.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import { Avatar } from './avatar.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import css from './user-centre.module.css'

type Account = Data<typeof ownAccount>

const SIGNS: Record<Channel, IconName> = { sms: 'phone', mail: 'mail', wechat: 'people' }

/** Who one is. An administrator keeps it, but for the picture. */
export function AccountCard({ account }: { account: Account }) {
  const { t } = useTranslation('user_centre')
  const format = useFormat()
  return (
    <Card title={t('account.title')}>
      <Avatar account={account} />
      <Facts>
        <Fact label={t('account.user_name')}>{account.user_name}</Fact>
        <Fact label={t('account.roles')}>{account.roles.join(', ') || EMPTY}</Fact>
        <Fact label={t('account.dept')}>{account.dept ?? EMPTY}</Fact>
        <Fact label={t('account.since')}>{format.full(account.created_at)}</Fact>
      </Facts>
    </Card>
  )
}

/** Where one is reached. Each is confirmed by a code that goes there. */
export function ContactsCard({ account: { contacts } }: { account: Account }) {
  const { t } = useTranslation('user_centre')
  const [changing, setChanging] = useState<Channel | null>(null)
  return (
    <Card title={t('contacts.title')}>
      <p className={css.hint}>{t('contacts.hint')}</p>
      {CHANNELS.map((channel) => (
        <div key={channel} className={css.line}>
          <Icon name={SIGNS[channel]} />
          <span className="grow">
            {t(`contacts.${channel}`)}
            <small>{contacts[channel] ?? t('contacts.none')}</small>
          </span>
          <Button
            label={t(contacts[channel] ? 'contacts.change_one' : 'contacts.add_one', { one: t(`contacts.${channel}`) })}
            onClick={() => setChanging(channel)}
          >
            {t(contacts[channel] ? 'contacts.change' : 'contacts.add')}
          </Button>
        </div>
      ))}
      {changing && (
        <Suspense fallback={null}>
          <ContactDialog channel={changing} onClose={() => setChanging(null)} />
        </Suspense>
      )}
    </Card>
  )
}
