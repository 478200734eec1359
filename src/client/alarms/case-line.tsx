import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import css from './case.module.css'

type Owned = Pick<Alarm, 'assignee_id' | 'assignee_name' | 'on_my_way_at'>

/** Whose it is, and whether they are on the way; null where it is nobody's. */
export function useOwnerWords() {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const me = useAtomValue(personAtom)?.user.userId
  return ({ assignee_id, assignee_name: name, on_my_way_at }: Owned): string | null => {
    if (assignee_id === null) return null
    const own = assignee_id === me
    if (!on_my_way_at) return t(own ? 'case.you_have' : 'case.has', { name })
    return t(own ? 'case.you_on_the_way' : 'case.on_the_way', { name, at: format.moment(on_my_way_at) })
  }
}

/** Whose an open alarm is and until when it rests, in a line; nothing where nobody has it. */
export function CaseLine({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const owner = useOwnerWords()(alarm)
  if (alarm.status !== 'open') return null
  const rest = rests(alarm) && t('case.snoozed', { at: format.moment(alarm.snoozed_until ?? '') })
  const says = [owner, rest].filter(Boolean).join(' · ')
  return says && <small className={css.line}>{says}</small>
}

/** Whether it waits for nobody now. */
export const rests = ({ snoozed_until }: Pick<Alarm, 'snoozed_until'>) =>
  snoozed_until !== null && Date.parse(snoozed_until) > Date.now()
