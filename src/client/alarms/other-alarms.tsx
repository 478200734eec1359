import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { allOf, type Shown } from '../../shared/domain/alarm-matter.ts'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { Ago } from '../kit/i18n/ago.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { Button } from '../kit/ui/button.tsx'
import { useAlarmWords } from './alarm-words.ts'
import css from './alarms.module.css'

interface Props {
  shown: Shown
  id?: string
}

/** Which alarms show as one, each with a way to its own page. */
export function OtherAlarms({ shown, id }: Props) {
  const { t } = useTranslation('alarms')
  const words = useAlarmWords()
  const path = useRecordPath()
  if (!shown.others) return null
  const titleOf = (alarm: Alarm) => {
    if (shown.struck) return words.place(alarm)
    const { connector_number: number } = alarm
    return [words.title(alarm), number ? t('connector', { number }) : t('together.pile')].join(' · ')
  }
  return (
    <ul id={id} className={css.together} aria-label={t('together.all', { count: allOf(shown).length })}>
      {allOf(shown).map((alarm) => {
        const to = path('alarm', alarm.id)
        return (
          <li key={alarm.id}>
            {to ? <Link to={to}>{titleOf(alarm)}</Link> : <span>{titleOf(alarm)}</span>}
            <small>
              <Ago at={alarm.raised_at} />
            </small>
          </li>
        )
      })}
    </ul>
  )
}

/** The same on a card, where they show on a press. */
export function FoldedAlarms({ shown }: { shown: Shown }) {
  const { t } = useTranslation('alarms')
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!shown.others) return null
  return (
    <div className={css.folded}>
      <Button
        look="quiet"
        icon={open ? 'up' : 'down'}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {t(open ? 'together.fold' : 'together.unfold', { count: allOf(shown).length })}
      </Button>
      {open && <OtherAlarms shown={shown} id={id} />}
    </div>
  )
}
