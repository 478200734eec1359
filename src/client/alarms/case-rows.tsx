import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useMay } from '../kit/session/can.tsx'
import { Card } from '../kit/ui/card.tsx'
import { dialled } from '../kit/ui/dialled.ts'
import { Icon } from '../kit/ui/icon.tsx'
import { useAlarmWords } from './alarm-words.ts'
import css from './case.module.css'
import type { CaseDoings } from './case-doings.ts'
import { rests } from './case-line.tsx'
import type { AlarmParts } from './parts.ts'
import type { Case } from './use-known-case.ts'

interface Props {
  view: Case
  doings: CaseDoings
  parts: Pick<AlarmParts, 'Work'>
}

/** What else one does about it: calls the site, makes a work order, puts it off. */
export function CaseRows({ view, doings, parts: { Work } }: Props) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const may = useMay()
  const words = useAlarmWords()
  const alarm = view.alarm as unknown as Alarm
  const { site } = view
  const open = alarm.status === 'open' && may('alarm.handle')
  return (
    <Card flush className={css.rows ?? ''}>
      {site?.phone && (
        <a className={css.way} href={dialled(site.phone)}>
          <Icon name="phone" size={20} />
          <span className="grow">{t('case.call')}</span>
          <small>{[site.contact, site.phone].filter(Boolean).join(', ')}</small>
          <Icon name="right" size={16} />
        </a>
      )}
      {alarm.pile_id !== null && (
        <Work alarmId={alarm.id} pileId={alarm.pile_id} title={words.title(alarm)} className={css.way ?? ''} />
      )}
      {open && (
        <button
          type="button"
          className={css.way}
          onClick={() => (rests(alarm) ? void doings.act({ act: 'wake' }) : doings.ask('snooze'))}
        >
          <Icon name="clock" size={20} />
          <span className="grow">{t(rests(alarm) ? 'case.wake' : 'case.snooze')}</span>
          {rests(alarm) && <small>{t('case.until', { at: format.moment(alarm.snoozed_until ?? '') })}</small>}
          <Icon name="right" size={16} />
        </button>
      )}
    </Card>
  )
}
