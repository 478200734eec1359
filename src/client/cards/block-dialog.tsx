import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { blockCard, cardHistory } from '../../shared/endpoints/cards.ts'
import { type Card, card as cardEntity, IN_WRONG_HANDS } from '../../shared/entities/card.ts'
import { useCall } from '../kit/api/queries.ts'
import { useDecision } from '../kit/api/use-decision.ts'
import { useChoices } from '../kit/dictionaries/use-choices.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Labelled } from '../kit/ui/labelled.tsx'
import { RemarkDialog } from '../kit/ui/remark-dialog.tsx'
import { Select } from '../kit/ui/select.tsx'
import css from './cards.module.css'
import { CARDS } from './changes.ts'

interface SessionsProps {
  running: number
  stop: boolean
  onChange: (stop: boolean) => void
}

/** What becomes of what the card charges now. */
function Sessions({ running, stop, onChange }: SessionsProps) {
  const { t } = useTranslation('cards')
  const group = useId()
  const choice = (value: boolean, text: string) => (
    <label>
      <input type="radio" name={group} checked={stop === value} onChange={() => onChange(value)} />
      <span>{text}</span>
    </label>
  )
  return (
    <fieldset className={css.choices}>
      <legend>{t('block.running', { count: running })}</legend>
      {choice(true, t('block.stop'))}
      {choice(false, t('block.keep'))}
    </fieldset>
  )
}

/** Blocks a card, and asks what becomes of a session that runs on it. */
export function BlockDialog({ card, onClose }: { card: Card; onClose: () => void }) {
  const { t } = useTranslation('cards')
  const words = useWords(cardEntity)
  const reasons = useChoices(cardEntity, 'block_reason').filter(({ offered }) => offered)
  const [chosen, setReason] = useState<string | null>(null)
  const reason = chosen ?? reasons[0]?.value ?? ''
  const [stop, setStop] = useState(true)
  const { data } = useCall(cardHistory, { id: card.id }, { entities: ['card', 'order'] })
  const running = data?.running ?? 0
  const inWrongHands = IN_WRONG_HANDS.includes(reason)
  const blocking = useDecision(blockCard, {
    changes: CARDS,
    done: ({ stopped }) => t(stopped > 0 ? 'block.done_stopped' : 'block.done', { count: stopped }),
    onDone: onClose,
  })
  const optionOf = (key: string) => ({ key, label: words.choice('block_reason', key) })
  return (
    <RemarkDialog
      title={t('block.title', { card: card.number })}
      action={t('block.action')}
      danger
      label={t('remark')}
      deciding={blocking}
      onSend={(remark) => blocking.send({ id: card.id, reason, remark, stop: stop && running > 0 })}
      onClose={onClose}
    >
      <p>{t('block.text')}</p>
      <Labelled label={words.label('block_reason')} required error={blocking.wrongOf('reason')}>
        {({ id, invalid }) => (
          <Select<string>
            id={id}
            label={words.label('block_reason')}
            options={reasons.map(({ value }) => optionOf(value))}
            value={optionOf(reason)}
            onChange={(option) => option && setReason(option.key)}
            invalid={invalid}
          />
        )}
      </Labelled>
      {running > 0 && inWrongHands && <p>{t('block.wrong_hands')}</p>}
      {running > 0 && !inWrongHands && <Sessions running={running} stop={stop} onChange={setStop} />}
    </RemarkDialog>
  )
}
