import type { EntityExtras } from '../kit/records/extras.ts'
import { AlarmList } from './alarm-list.tsx'
import { AlarmPage } from './alarm-page.tsx'

export const alarmExtras: EntityExtras = { List: AlarmList, Page: AlarmPage }
