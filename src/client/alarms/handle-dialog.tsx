import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { Button } from '../kit/ui/button.tsx'
import { Dialog } from '../kit/ui/dialog.tsx'
import { TextArea } from '../kit/ui/input.tsx'
import { Labelled } from '../kit/ui/labelled.tsx'
import { useAlarmWords } from './alarm-words.ts'
import { type Handling, handle } from './decisions.ts'

interface Props {
  alarm: Alarm
  handling: Handling
  onClose: () => void
}

/** Handles an alarm, with a remark if there is something to say. */
export function HandleDialog({ alarm, handling, onClose }: Props) {
  const { t } = useTranslation(['alarms', 'common'])
  const words = useAlarmWords()
  const [remark, setRemark] = useState('')
  const decide = () => {
    void handle(alarm.id, `${words.title(alarm)} · ${words.place(alarm)}`, handling, remark)
    onClose()
  }
  const foot = (
    <>
      <Button onClick={onClose}>{t('common:action.cancel')}</Button>
      <Button look="primary" onClick={decide}>
        {t(handling === 'processed' ? 'process' : 'confirm')}
      </Button>
    </>
  )
  return (
    <Dialog small title={t(`handle_title.${handling}`)} onClose={onClose} foot={foot}>
      <p>
        <b>{words.title(alarm)}</b> · {words.place(alarm)}
      </p>
      <p>
        <small>{t(`handle_hint.${handling}`)}</small>
      </p>
      <Labelled label={t('remark')} hint={t('remark_hint')}>
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={500}
            value={remark}
            onChange={(event) => setRemark(event.target.value)}
          />
        )}
      </Labelled>
    </Dialog>
  )
}
