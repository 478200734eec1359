import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'

/** Says an alarm's code and place in the person's language; a code that nobody knows stays as it is. */
export function useAlarmWords() {
  const { t } = useTranslation('alarms')
  return {
    title: ({ code }: Pick<Alarm, 'code'>) => t(`codes.${code}`, { defaultValue: code }),
    place: ({ pile, connector_number }: Pick<Alarm, 'pile' | 'connector_number'>) =>
      [pile?.title ?? t('network'), connector_number ? t('connector', { number: connector_number }) : '']
        .filter(Boolean)
        .join(' · '),
  }
}
