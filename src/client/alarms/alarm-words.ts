import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'
import { command } from '../../shared/entities/command.ts'
import { useWords } from '../kit/i18n/use-words.ts'

const WITHOUT_EFFECT = 'CommandWithoutEffect'

/** Says an alarm's code and place in the person's language; a code that nobody knows stays as it is. */
export function useAlarmWords() {
  const { t } = useTranslation('alarms')
  const words = useWords(command)
  return {
    title: ({ code }: Pick<Alarm, 'code'>) => t(`codes.${code}`, { defaultValue: code }),
    /** What it says; of a command that had no effect the command in words. */
    message: ({ code, message }: Pick<Alarm, 'code' | 'message'>) =>
      message && code === WITHOUT_EFFECT ? words.choice('action', message) : message,
    place: ({ pile, connector_number }: Pick<Alarm, 'pile' | 'connector_number'>) =>
      [pile?.title ?? t('network'), connector_number ? t('connector', { number: connector_number }) : '']
        .filter(Boolean)
        .join(' · '),
  }
}
