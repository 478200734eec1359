import type { EntityExtras } from '../kit/records/extras.ts'
import { EntryPage } from './entry-page.tsx'
import { MenuManager } from './menu-manager.tsx'

export const menuExtras: EntityExtras = { List: MenuManager, Page: EntryPage }
