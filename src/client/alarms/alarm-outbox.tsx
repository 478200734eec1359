import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ago } from '../kit/i18n/ago.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { confirm } from '../kit/ui/confirm.tsx'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import { drop, sendAgain } from '../offline/sending.ts'
import css from './case.module.css'
import { UnsentDecisions } from './decision-note.tsx'
import { type AlarmDecision, kindOf, textOf, useAlarmDecisions, worded } from './decisions.ts'

const ICONS: Partial<Record<ReturnType<typeof kindOf>, IconName>> = {
  note: 'edit',
  on_my_way: 'route',
  assign: 'people',
  release: 'people',
  snooze: 'clock',
  wake: 'clock',
}

/** Puts the words of one that waits right. */
function Reword({ decision, onClose }: { decision: AlarmDecision; onClose: () => void }) {
  const { t } = useTranslation(['alarms', 'offline'])
  const [text, setText] = useState(textOf(decision) ?? '')
  const isNote = kindOf(decision) === 'note'
  const [missing, setMissing] = useState(false)
  const keep = async () => {
    if (isNote && !text.trim()) return setMissing(true)
    await sendAgain(decision, worded(decision, text))
    onClose()
  }
  return (
    <DecisionDialog
      title={t('offline:outbox.edit')}
      action={t('offline:outbox.keep')}
      onDecide={() => void keep()}
      onClose={onClose}
    >
      <p>{decision.label}</p>
      <Remark
        label={t(isNote ? 'case.write_note' : 'remark')}
        required={isNote}
        error={missing && !text.trim() && t('offline:outbox.say_something')}
        value={text}
        onChange={setText}
      />
    </DecisionDialog>
  )
}

function Waiting({ decision }: { decision: AlarmDecision }) {
  const { t } = useTranslation(['alarms', 'offline'])
  const path = useRecordPath()('alarm', decision.body.id)
  const [rewording, setRewording] = useState(false)
  const kind = kindOf(decision)
  const text = textOf(decision)
  const takeBack = async () => {
    const sure = await confirm({
      title: t('offline:outbox.remove_title'),
      text: t('offline:outbox.remove_text'),
      yes: t('offline:outbox.remove'),
      danger: true,
    })
    if (sure) await drop(decision)
  }
  return (
    <li>
      <Card>
        <div className={css.sent}>
          <Icon name={ICONS[kind] ?? 'bell'} size={20} />
          <div className="grow">
            <div className="row between">
              <b>{t(`said.${kind}`)}</b>
              <small>
                <Ago at={decision.decided_at} />
              </small>
            </div>
            <p>{decision.label}</p>
            {text && <p className={css.said}>{t('offline:outbox.words', { text })}</p>}
          </div>
        </div>
        <div className={css.doings}>
          <span className={css.waits}>
            <Icon name="clock" size={16} />
            {t('offline:waits')}
          </span>
          {path && <ButtonLink look="quiet" icon="eye" to={path} label={t('offline:look')} />}
          {kind !== 'wake' && (
            <Button look="quiet" icon="edit" label={t('offline:outbox.edit')} onClick={() => setRewording(true)} />
          )}
          <Button look="quiet" icon="trash" label={t('offline:outbox.remove')} onClick={() => void takeBack()} />
        </div>
        {rewording && <Reword decision={decision} onClose={() => setRewording(false)} />}
      </Card>
    </li>
  )
}

/** What was said of alarms and is not taken: first what a person has to see, then what waits, the oldest first. */
export function AlarmOutbox() {
  const { t } = useTranslation('offline')
  const decisions = useAlarmDecisions()
  const waiting = decisions.filter(({ state }) => state === 'waiting')
  return (
    <>
      <UnsentDecisions decisions={decisions} />
      {waiting.length > 0 && (
        <ul className={css.outbox} aria-label={t('outbox.in_line', { count: waiting.length })}>
          {waiting.map((decision) => (
            <Waiting key={decision.key} decision={decision} />
          ))}
        </ul>
      )}
    </>
  )
}
