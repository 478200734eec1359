import type { MenuNode } from '../../shared/endpoints/shell.ts'
import type { SiteNow } from '../../shared/endpoints/sites.ts'
import type { pile } from '../../shared/entities/pile.ts'
import type { site } from '../../shared/entities/site.ts'
import type { Context } from '../kit/context.ts'
import type { Reading } from '../kit/crud/reading.ts'

/** What the demo calls show, of other features. */
export interface DemoPorts {
  version: string
  /** Whether an administrator lets them answer. */
  isOpen(): Promise<boolean>
  piles: Pick<Reading<typeof pile>, 'list'>
  sites: Pick<Reading<typeof site>, 'options'>
  menuOf(context: Context): Promise<MenuNode[]>
  sitesNow(context: Context): Promise<SiteNow[]>
}
