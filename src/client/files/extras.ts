import type { EntityExtras } from '../kit/records/extras.ts'
import { FileList } from './file-list.tsx'
import { FilePage } from './file-page.tsx'

export const fileExtras: EntityExtras = { List: FileList, Page: FilePage }
