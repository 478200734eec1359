import { useTranslation } from 'react-i18next'
import { type Alarm, alarm as alarmEntity } from '../../shared/entities/alarm.ts'
import { EMPTY } from '../kit/i18n/format.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { useWords } from '../kit/i18n/use-words.ts'
import { Fact, Facts } from '../kit/ui/facts.tsx'
import { AlarmMessage } from './alarm-message.tsx'
import { AlarmOrder } from './alarm-order.tsx'
import css from './alarms.module.css'

/** All that is known about an alarm, in its opened row. */
export function AlarmFacts({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms')
  const format = useFormat()
  const words = useWords(alarmEntity)
  const handled = alarm.handled_at && t('handled', { by: alarm.handled_by ?? '', at: format.full(alarm.handled_at) })
  return (
    <div className={css.facts}>
      <Facts two>
        <Fact label={words.label('code')}>{alarm.code}</Fact>
        <Fact label={words.label('vendor_code')}>{alarm.vendor_code ?? EMPTY}</Fact>
        <Fact label={words.label('raised_at')}>{format.full(alarm.raised_at)}</Fact>
        <Fact label={words.label('cleared_at')}>{alarm.cleared_at ? format.full(alarm.cleared_at) : t('lasting')}</Fact>
        <Fact label={words.label('message')}>{alarm.message ? <AlarmMessage alarm={alarm} /> : EMPTY}</Fact>
        {alarm.order && (
          <Fact label={words.label('order_id')}>
            <AlarmOrder order={alarm.order} />
          </Fact>
        )}
        <Fact label={words.label('handled_at')}>{handled || EMPTY}</Fact>
        <Fact label={words.label('remark')}>{alarm.remark ?? EMPTY}</Fact>
      </Facts>
    </div>
  )
}
