import type { AlarmParts } from '../alarms/parts.ts'
import { withWords } from '../kit/i18n/with-words.ts'
import type { EntityExtras } from '../kit/records/extras.ts'
import { lazyPart } from '../kit/ui/lazy-part.tsx'

const alarmParts: AlarmParts = {
  Pile: lazyPart(() => import('../piles/pile-now.tsx').then((module) => ({ default: module.PileNow }))),
  Work: lazyPart(() => import('../work-orders/alarm-work.tsx').then((module) => ({ default: module.AlarmWork }))),
}

/**
 * Like `extras.ts`, of what someone beside a pile opens first. That of all others, which names the files of half the console, is brought
 * once this stands there, or where another page is opened.
 */
export const firstExtras: Readonly<Record<string, () => Promise<EntityExtras>>> = {
  alarm: () =>
    withWords('alarms', () => import('../alarms/extras.ts')).then((module) => module.alarmExtras(alarmParts)),
}
