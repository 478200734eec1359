import { useTranslation } from 'react-i18next'
import type { Alarm } from '../../shared/entities/alarm.ts'

/** When it was over by itself; null where it lasts, and where it was one moment, which is not over afterwards. */
export const overAt = ({ raised_at, cleared_at }: Pick<Alarm, 'raised_at' | 'cleared_at'>): string | null =>
  cleared_at && Date.parse(cleared_at) > Date.parse(raised_at) ? cleared_at : null

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
