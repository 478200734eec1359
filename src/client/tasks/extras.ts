import type { EntityExtras } from '../kit/records/extras.ts'
import { CronPresets } from './cron-presets.tsx'
import { CronPreview } from './cron-preview.tsx'
import { TaskList } from './task-list.tsx'
import { TaskPage } from './task-page.tsx'

export const taskExtras: EntityExtras = {
  List: TaskList,
  Page: TaskPage,
  nameOf: (row) => String(row.title),
  beside: { cron: CronPresets },
  below: { cron: CronPreview },
}
