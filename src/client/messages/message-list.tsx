import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNELS } from '../../shared/domain/channels.ts'
import { messageSenders, resendMessage, tryMessage } from '../../shared/endpoints/messages.ts'
import { type Message, message as messageEntity } from '../../shared/entities/message.ts'
import { asFailure } from '../kit/api/failure.ts'
import { useCall, useSend } from '../kit/api/queries.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { Banner } from '../kit/ui/states.tsx'
import { toast } from '../kit/ui/toast.ts'
import { TryDialog } from './try-dialog.tsx'

/** Says which channels nothing sends, so that nobody waits for what lies here. */
function Unsent() {
  const { t, i18n } = useTranslation('messages')
  const words = useWords(messageEntity)
  const { data } = useCall(messageSenders, {}, { entities: [] })
  const unset = data ? CHANNELS.filter((channel) => data[channel] === null) : []
  if (unset.length === 0) return null
  const names = unset.map((channel) => words.choice('channel', channel))
  const channels = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names)
  return (
    <Banner tone="waiting" icon="info">
      {t('list.no_sender', { channels })}
    </Banner>
  )
}

function useRowActions() {
  const { t } = useTranslation('messages')
  const resending = useSend(resendMessage, ['message'])
  const resend = ({ id }: Message) =>
    resending.mutate(
      { id },
      {
        onSuccess: () => toast(t('list.resent'), { tone: 'success' }),
        onError: (error) => toast(asFailure(error).message, { tone: 'error' }),
      },
    )
  return (row: Message): Action[] =>
    row.state === 'queued'
      ? []
      : [
          {
            key: 'resend',
            label: t('list.resend'),
            icon: 'refresh',
            permission: resendMessage.permission,
            onPress: () => resend(row),
          },
        ]
}

/** What went, or should have gone, to telephones and mailboxes. */
export function MessageList() {
  const { t } = useTranslation('messages')
  const [trying, setTrying] = useState(false)
  const rowActions = useRowActions()
  const attempt: Action = {
    key: 'try',
    label: t('list.try'),
    icon: 'mail',
    primary: true,
    permission: tryMessage.permission,
    onPress: () => setTrying(true),
  }
  return (
    <>
      <EntityList entity={messageEntity} actions={[attempt]} rowActions={rowActions} above={<Unsent />} />
      {trying && (
        <Suspense fallback={null}>
          <TryDialog onClose={() => setTrying(false)} />
        </Suspense>
      )}
    </>
  )
}
