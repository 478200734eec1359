import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useKept } from '../kit/forms/use-kept.ts'
import { Button, ButtonLink } from '../kit/ui/button.tsx'
import { DecisionDialog, Remark } from '../kit/ui/decision-dialog.tsx'
import { AnswerRow } from './answer-row.tsx'
import css from './answers.module.css'
import type { Decision } from './outbox.ts'
import type { Reading } from './outbox-kind.ts'
import { sayOtherwise } from './sending.ts'
import { useSaying } from './use-saying.ts'
import { useTakeBack } from './use-take-back.ts'

interface RewordProps {
  decision: Decision
  text: string | null
  words: NonNullable<Reading['words']>
  onClose: () => void
}

/** Puts the words of one that waits right. */
function Reword({ decision, text: before, words, onClose }: RewordProps) {
  const { t } = useTranslation('offline')
  const [text, setText, forgetText] = useKept(`answer/${decision.key}`, before ?? '')
  const [missing, setMissing] = useState(false)
  const say = useSaying()
  const keep = async () => {
    if (words.required && !text.trim()) return setMissing(true)
    if (!(await say(() => sayOtherwise(decision, words.body(text))))) return
    forgetText()
    onClose()
  }
  return (
    <DecisionDialog title={t('outbox.edit')} action={t('outbox.keep')} onDecide={() => void keep()} onClose={onClose}>
      <p>{decision.label}</p>
      <Remark
        label={words.label}
        required={words.required}
        {...(words.most !== undefined && { most: words.most })}
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
  const takeBack = useTakeBack()
  const { icon, said, text, path, words } = reading
  const doings = (
    <>
      {path && <ButtonLink look="quiet" icon="eye" to={path} label={t('look')} />}
      {words && <Button look="quiet" icon="edit" label={t('outbox.edit')} onClick={() => setRewording(true)} />}
      <Button look="quiet" icon="trash" label={t('outbox.remove')} onClick={() => void takeBack([decision])} />
    </>
  )
  return (
    <AnswerRow icon={icon} said={said} at={decision.decided_at} label={decision.label} doings={doings}>
      {text && <p className={css.words}>{t('outbox.words', { text })}</p>}
      {rewording && words && (
        <Suspense fallback={null}>
          <Reword {...{ decision, text, words }} onClose={() => setRewording(false)} />
        </Suspense>
      )}
    </AnswerRow>
  )
}
