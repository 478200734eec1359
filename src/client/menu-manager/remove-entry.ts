import i18next from 'i18next'
import type { MenuEntry } from '../../shared/endpoints/menus.ts'
import { menu } from '../../shared/entities/menu.ts'
import type { AnyRow } from '../kit/fields/cell.tsx'
import { menuTitle } from '../kit/i18n/menu-title.ts'
import { removeRecord } from '../kit/records/page/remove-record.tsx'

/** Deletes an entry that no role carries and nothing lies in, after asking. */
export async function removeEntry(entry: MenuEntry): Promise<void> {
  await i18next.loadNamespaces('menu')
  await removeRecord(menu, entry as unknown as AnyRow, { title: menuTitle(entry.meta) })
}
