import type { EntityExtras } from '../kit/records/extras.ts'
import { DeptList } from './dept-list.tsx'
import { DeptPage } from './dept-page.tsx'

export const deptExtras: EntityExtras = { List: DeptList, Page: DeptPage }
