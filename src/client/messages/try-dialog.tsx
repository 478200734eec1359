import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNELS, type Channel } from '../../shared/domain/channels.ts'
import { tryMessage } from '../../shared/endpoints/messages.ts'
import { message as messageEntity } from '../../shared/entities/message.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { Segments } from '../kit/ui/tabs.tsx'

/** Sends a message that says no more than that it arrived. */
export function TryDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('messages')
  const words = useWords(messageEntity)
  const [channel, setChannel] = useState<Channel>('sms')
  const [to, setTo] = useState('')
  const trying = useDecision(tryMessage, { changes: ['message'], done: t('list.try_done'), onDone: onClose })
  const missing = to.trim() ? [] : ['to']
  return (
    <DecisionDialog
      title={t('list.try_title')}
      action={t('list.try')}
      busy={trying.busy}
      error={trying.elsewhere}
      onDecide={() => trying.send({ channel, to }, missing)}
      onClose={onClose}
    >
      <p>
        <small>{t('list.try_hint')}</small>
      </p>
      <Segments
        label={t('list.channel')}
        options={CHANNELS.map((key) => ({ key, label: words.choice('channel', key) }))}
        value={channel}
        onChange={setChannel}
      />
      <Labelled label={t('list.to')} required error={trying.wrongOf('to', missing)}>
        {(control) => <Input {...control} maxLength={254} value={to} onChange={(event) => setTo(event.target.value)} />}
      </Labelled>
    </DecisionDialog>
  )
}
