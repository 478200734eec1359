import { useTranslation } from 'react-i18next'
import type { StatisticKind, Statistics } from '../../shared/endpoints/statistics.ts'
import { weekdayOf } from '../kit/charts/weekday.ts'
import { useFormat } from '../kit/i18n/use-format.ts'

type Group = Statistics['rows'][number]

/** What a group is called: its record's title, a day as people write it, an hour from and to, a reason in words. */
export function useGroupTitles(by: StatisticKind): (group: Group) => string {
  const { t } = useTranslation(['statistics', 'orders', 'more_entities', 'alarms'])
  const format = useFormat()
  return ({ key, title }) => {
    if (key === '') return t(`none.${by}`, { defaultValue: t('none.any') })
    switch (by) {
      case 'day':
        return format.day(key)
      case 'week':
        return t('week_of', { day: format.day(key) })
      case 'month':
        return format.month(key)
      case 'hour':
        return key.padStart(2, '0')
      case 'weekday':
        return weekdayOf(Number(key), format.locale)
      case 'weekday_hour': {
        const [weekday, hour = ''] = key.split('-')
        return `${weekdayOf(Number(weekday), format.locale)} ${hour.padStart(2, '0')}`
      }
      case 'band':
        return t(`more_entities:billing_rule.choices.band.${key}`, { defaultValue: key })
      case 'fault':
        return t(`alarms:codes.${key}`, { defaultValue: key })
      case 'stop_reason':
        return t(`orders:stop.${key}`, { defaultValue: key })
      default:
        return title ?? key
    }
  }
}
