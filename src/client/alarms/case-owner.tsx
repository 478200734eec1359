import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { PersonPicture } from '../kit/upload/person-picture.tsx'
import css from './case.module.css'
import type { CaseDoings } from './case-doings.ts'

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

/** Whose it is and whether they are on the way; takes it or hands it over. */
export function CaseOwner({ alarm, doings }: { alarm: Alarm; doings: CaseDoings }) {
  const { t } = useTranslation('alarms')
  const may = useMay()
  const me = useAtomValue(personAtom)?.user.userId
  const says = useOwnerWords()(alarm) ?? t('case.nobody')
  const { assignee_id } = alarm
  const open = alarm.status === 'open' && may('alarm.handle')
  return (
    <div className={css.owner}>
      {alarm.assignee_name ? <PersonPicture name={alarm.assignee_name} picture={null} /> : <Icon name="person" />}
      <span className="grow">{says}</span>
      {open && assignee_id === null && me !== undefined && (
        <Button onClick={() => void doings.act({ act: 'assign', assignee_id: me })}>{t('case.take')}</Button>
      )}
      {open && <Button onClick={() => doings.ask('assign')}>{t('case.hand_over')}</Button>}
    </div>
  )
}
