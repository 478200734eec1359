import { useTranslation } from 'react-i18next'
import type { pileMonitors } from '../../../shared/endpoints/monitors.ts'
import type { Data } from '../../../shared/kit/endpoint.ts'
import { trimmedNumber } from './trimmed-number.ts'
import { useFormat } from './use-format.ts'

type Monitor = Data<typeof pileMonitors>['monitors'][number]

/** Says in the person's language what a monitor watches for, and how severe what it reports is. */
export function useMonitorWords() {
  const { t } = useTranslation('monitors')
  const format = useFormat()
  return {
    number: ({ number }: Pick<Monitor, 'number'>) => t('number', { number }),
    /** Above 80. */
    watched: ({ watch, value }: Pick<Monitor, 'watch' | 'value'>) =>
      t(`watch.${watch}`, { value: trimmedNumber(format, value) }),
    level: ({ level }: Pick<Monitor, 'level'>) => t(`level.${level}`),
  }
}
