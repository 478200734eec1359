import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { usePhrases } from '../kit/dictionaries/use-phrases.ts'
import { useKept } from '../kit/forms/use-kept.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { Button } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { TextArea } from '../kit/ui/input.tsx'
import { Phrases } from '../kit/ui/phrases.tsx'
import css from './case.module.css'
import type { CaseDoings } from './case-doings.ts'
import { type AlarmDecision, textOf, useHeardWords } from './decisions.ts'
import type { Case } from './use-known-case.ts'

function NewNote({ id, doings }: { id: number; doings: CaseDoings }) {
  const { t } = useTranslation('alarms')
  const phrases = usePhrases(alarmEntity, 'remark')
  const [text, setText] = useKept(`alarm/${id}/note`, '')
  const [writing, setWriting] = useState(false)
  // What was written stays until it is kept, and what was written meanwhile after it.
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const kept = text.trim() && (await doings.act({ act: 'note', text }))
    if (kept) setText((now) => (now === text ? '' : now))
  }
  return (
    <form className={css.note} onSubmit={(event) => void send(event)}>
      <TextArea
        rows={2}
        maxLength={500}
        aria-label={t('case.write_note')}
        placeholder={t('case.write_note')}
        value={text}
        onFocus={() => setWriting(true)}
        onChange={(event) => setText(event.target.value)}
      />
      {text.trim() && (
        <Button type="submit" look="primary" busy={doings.busy}>
          {t('case.add_note')}
        </Button>
      )}
      {writing && <Phrases phrases={phrases} value={text} onChange={setText} />}
    </form>
  )
}

const saidIn = (decision: AlarmDecision) => ({ text: textOf(decision), said_at: decision.decided_at })

/** What people wrote about it, the newest first, and a place for one more. */
export function CaseNotes({ view, doings }: { view: Case; doings: CaseDoings }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const may = useMay()
  const heard = useHeardWords(view.occurrences.map(({ id }) => id))
  const sent = heard.map((decision) => ({ id: decision.key, own: true, by: '', ...saidIn(decision) }))
  const notes = [...sent, ...view.entries.filter(({ text }) => text).reverse()]
  if (notes.length === 0 && !may('alarm.handle')) return null
  return (
    <Card title={t('case.notes')}>
      {notes.length > 0 && (
        <ul className={css.notes}>
          {notes.map(({ id, by, own, text, said_at }) => (
            <li key={id}>
              <div className="row between">
                <b>{own ? t('case.you') : by}</b>
                <small>{format.moment(said_at)}</small>
              </div>
              <p className={css.said}>{text}</p>
            </li>
          ))}
        </ul>
      )}
      {may('alarm.handle') && <NewNote key={view.alarm.id} id={view.alarm.id} doings={doings} />}
    </Card>
  )
}
