import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Channel } from '../../shared/domain/channels.ts'
import { askContactCode, confirmContact } from '../../shared/endpoints/user-centre.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { useProof } from '../kit/session/proof.tsx'
import { Button } from '../kit/ui/button.tsx'
import { DecisionDialog } from '../kit/ui/decision-dialog.tsx'
import { Input } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import css from './user-centre.module.css'

const KEYBOARD = {
  sms: { type: 'tel', autoComplete: 'tel', inputMode: 'tel' },
  mail: { type: 'email', autoComplete: 'email', inputMode: 'email' },
  wechat: { type: 'text', autoComplete: 'off', inputMode: 'text' },
} as const satisfies Record<Channel, object>

interface CodeProps {
  to: string
  value: string
  onChange: (code: string) => void
  error: string | undefined
  /** For whom none arrived. */
  again: { busy: boolean; onPress: () => void }
}

function CodeField({ to, value, onChange, error, again }: CodeProps) {
  const { t } = useTranslation('user_centre')
  return (
    <Labelled label={t('contacts.code')} required hint={t('contacts.code_hint', { to })} error={error}>
      {(control) => (
        <Input
          {...control}
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={value}
          onChange={(event) => onChange(event.target.value.trim())}
          after={
            <Button look="link" busy={again.busy} onClick={again.onPress}>
              {t('contacts.send_again')}
            </Button>
          }
        />
      )}
    </Labelled>
  )
}

/** Says where one is reached, then proves it by the code that went there. */
export function ContactDialog({ channel, onClose }: { channel: Channel; onClose: () => void }) {
  const { t } = useTranslation('user_centre')
  const [to, setTo] = useState('')
  const [sentCode, setSentCode] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const { proved: through, dialog } = useProof()
  const asking = useDecision(askContactCode, {
    through,
    changes: [],
    done: t('contacts.code_sent'),
    onDone: () => setSentTo(to),
  })
  const confirming = useDecision(confirmContact, {
    ...{ through, changes: ['user'], done: t('contacts.done') },
    onDone: onClose,
  })
  const sent = sentTo !== null && sentTo === to
  const missing = sent ? (sentCode ? [] : ['sent_code']) : to ? [] : ['to']
  const ask = () => asking.send({ channel, to }, to ? [] : ['to'])
  return (
    <DecisionDialog
      title={t('contacts.title_of', { one: t(`contacts.${channel}`) })}
      action={t(sent ? 'contacts.confirm' : 'contacts.send_code')}
      busy={asking.busy || confirming.busy}
      error={sent ? (confirming.elsewhere ?? asking.elsewhere) : asking.elsewhere}
      onDecide={() => (sent ? confirming.send({ channel, to, sent_code: sentCode }, missing) : ask())}
      onClose={onClose}
    >
      <div className={css.form}>
        <Labelled
          label={t(`contacts.${channel}`)}
          required
          hint={t(`contacts.hint_of.${channel}`)}
          error={asking.wrongOf('to', missing) ?? confirming.wrongOf('to')}
        >
          {(control) => (
            <Input
              {...control}
              {...KEYBOARD[channel]}
              autoFocus
              maxLength={120}
              value={to}
              onChange={(event) => setTo(event.target.value.trim())}
            />
          )}
        </Labelled>
        {sent && (
          <CodeField
            to={to}
            value={sentCode}
            onChange={setSentCode}
            error={confirming.wrongOf('sent_code', missing)}
            again={{ busy: asking.busy, onPress: ask }}
          />
        )}
      </div>
      {dialog}
    </DecisionDialog>
  )
}
