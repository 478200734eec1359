import { createElement } from 'react'
import { alarm } from '../../shared/entities/alarm.ts'
import { withWords } from '../kit/i18n/with-words.ts'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { AlarmList, OPEN_FIRST } from './alarm-list.tsx'
import type { AlarmParts } from './parts.ts'

const Page = lazy(() =>
  withWords('alarm_cases', () => import('./alarm-page.tsx').then((module) => ({ default: module.AlarmPage }))),
)

export const alarmRuleExtras: EntityExtras = {
  List: lazy(() => import('./rule-list.tsx').then((module) => ({ default: module.RuleList }))),
}

export const alarmExtras = (parts: AlarmParts): EntityExtras => ({
  List: AlarmList,
  opensOn: { entity: alarm, search: OPEN_FIRST },
  Page: ({ id }) => createElement(Page, { id, parts }),
})
