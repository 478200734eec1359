import { useTranslation } from 'react-i18next'
import { CHANNELS, type Channel } from '../../shared/domain/channels.ts'
import type { ownAccount } from '../../shared/endpoints/own-account.ts'
import type { TodoKind } from '../../shared/endpoints/todos.ts'
import { notificationSettings, saveNotifications } from '../../shared/endpoints/user-centre.ts'
import type { Data } from '../../shared/kit/endpoint.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCall, useSend } from '../kit/api/queries.ts'
import { Card } from '../kit/ui/card.tsx'
import { Checkbox } from '../kit/ui/input.tsx'
import { Loaded, Skeleton } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import css from './user-centre.module.css'

type Settings = Data<typeof notificationSettings>
type Contacts = Data<typeof ownAccount>['contacts']

/** The choice shows as it was made while the server is told. */
function useWays({ ways }: Settings) {
  const saving = useSend(saveNotifications, ['notification'])
  const shown = saving.isPending ? saving.variables.ways : ways
  function toggle(kind: TodoKind, channel: Channel) {
    const now = shown[kind] ?? []
    const chosen = now.includes(channel) ? now.filter((one) => one !== channel) : [...now, channel]
    saving.mutate(
      { ways: { ...shown, [kind]: chosen } },
      { onError: (error) => toast(asFailure(error).message, { tone: 'error' }) },
    )
  }
  return { shown, toggle, busy: saving.isPending }
}

function Ways({ settings, contacts }: { settings: Settings; contacts: Contacts }) {
  const { t } = useTranslation(['user_centre', 'messages'])
  const { shown, toggle, busy } = useWays(settings)
  if (settings.kinds.length === 0) return <p className={css.hint}>{t('notifications.nothing')}</p>
  return (
    <table className={css.ways}>
      <thead>
        <tr>
          <th scope="col">{t('notifications.kind')}</th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {t(`notifications.by.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {settings.kinds.map((kind) => (
          <tr key={kind}>
            <td>{t(`notifications.kinds.${kind}`)}</td>
            {CHANNELS.map((channel) => (
              <td key={channel}>
                <Checkbox
                  label=""
                  aria-label={`${t(`notifications.kinds.${kind}`)}, ${t(`notifications.by.${channel}`)}`}
                  checked={shown[kind]?.includes(channel) ?? false}
                  disabled={busy || contacts[channel] === null}
                  onChange={() => toggle(kind, channel)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Which to-dos one is told of outside of the console, and how; a way without a contact cannot be chosen. */
export function NotificationsCard({ contacts }: { contacts: Contacts }) {
  const { t } = useTranslation('user_centre')
  const query = useCall(notificationSettings, {}, { entities: ['notification'] })
  const unset = Object.values(contacts).some((contact) => contact === null)
  return (
    <Card title={t('notifications.title')}>
      <p className={css.hint}>
        {t('notifications.hint')} {unset && t('notifications.needs_contact')}
      </p>
      <Loaded query={query} skeleton={<Skeleton height={120} />}>
        {(settings) => <Ways settings={settings} contacts={contacts} />}
      </Loaded>
    </Card>
  )
}
