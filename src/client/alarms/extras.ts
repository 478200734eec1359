import { createElement } from 'react'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazy } from '../kit/ui/lazy.ts'
import { AlarmList } from './alarm-list.tsx'
import type { AlarmParts } from './parts.ts'

const Page = lazy(() => import('./alarm-page.tsx').then((module) => ({ default: module.AlarmPage })))

export const alarmRuleExtras: EntityExtras = {
  List: lazy(() => import('./rule-list.tsx').then((module) => ({ default: module.RuleList }))),
}

export const faultCodeExtras: EntityExtras = {
  List: lazy(() => import('./fault-code-list.tsx').then((module) => ({ default: module.FaultCodeList }))),
}

export const alarmExtras = (parts: AlarmParts): EntityExtras => ({
  List: AlarmList,
  Page: ({ id }) => createElement(Page, { id, parts }),
})
