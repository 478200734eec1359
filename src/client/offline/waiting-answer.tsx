import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../kit/i18n/ago.tsx'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import css from './answers.module.css'
import type { Decision } from './outbox.ts'
import type { Reading } from './outbox-kind.ts'
import { drop, sendAgain } from './sending.ts'

interface RewordProps {
  decision: Decision
  text: string | null
  words: NonNullable<Reading['words']>
  onClose: () => void
}

/** Puts the words of one that waits right. */
function Reword({ decision, text: before, words, onClose }: RewordProps) {
  const { t } = useTranslation('offline')
  const [text, setText] = useState(before ?? '')
  const [missing, setMissing] = useState(false)
  const keep = async () => {
    if (words.required && !text.trim()) return setMissing(true)
    await sendAgain(decision, words.body(text))
    onClose()
  }
  return (
    <DecisionDialog title={t('outbox.edit')} action={t('outbox.keep')} onDecide={() => void keep()} onClose={onClose}>
      <p>{decision.label}</p>
      <Remark
        label={words.label}
        required={words.required}
        error={missing && !text.trim() && t('outbox.say_something')}
        value={text}
        onChange={setText}
      />
    </DecisionDialog>
  )
}

/** An answer that waits to be sent: read, put right, taken back. */
export function WaitingAnswer({ decision, reading }: { decision: Decision; reading: Reading }) {
  const { t } = useTranslation('offline')
  const [rewording, setRewording] = useState(false)
  const { icon, said, text, path, words } = reading
  const takeBack = async () => {
    const sure = await confirm({
      title: t('outbox.remove_title'),
      text: t('outbox.remove_text'),
      yes: t('outbox.remove'),
      danger: true,
    })
    if (sure) await drop(decision)
  }
  return (
    <li>
      <Card>
        <div className={css.sent}>
          <Icon name={icon} size={20} />
          <div className="grow">
            <div className="row between">
              <b>{said}</b>
              <small>
                <Ago at={decision.decided_at} />
              </small>
            </div>
            <p>{decision.label}</p>
            {text && <p className={css.words}>{t('outbox.words', { text })}</p>}
          </div>
        </div>
        <div className={css.doings}>
          <span className={css.waits}>
            <Icon name="clock" size={16} />
            {t('waits')}
          </span>
          {path && <ButtonLink look="quiet" icon="eye" to={path} label={t('look')} />}
          {words && <Button look="quiet" icon="edit" label={t('outbox.edit')} onClick={() => setRewording(true)} />}
          <Button look="quiet" icon="trash" label={t('outbox.remove')} onClick={() => void takeBack()} />
        </div>
        {rewording && words && <Reword {...{ decision, text, words }} onClose={() => setRewording(false)} />}
      </Card>
    </li>
  )
}
