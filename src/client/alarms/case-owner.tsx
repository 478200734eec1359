import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { useMay } from '../kit/session/can.tsx'
import { personAtom } from '../kit/session/session.ts'
import { useAtomValue } from '../kit/session/store.ts'
import { Button } from '../kit/ui/button.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { PersonPicture } from '../kit/upload/person-picture.tsx'
import css from './case.module.css'
import type { CaseDoings } from './case-doings.ts'
import { useOwnerWords } from './case-line.tsx'

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
