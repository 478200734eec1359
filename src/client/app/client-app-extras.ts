import { AppList } from '../apps/app-list.tsx'
import { AppPage } from '../apps/app-page.tsx'
import { isAsked } from '../apps/asked.ts'
import type { EntityExtras } from '../kit/records/extras.ts'
import { PermissionInput } from '../roles/permission-input.tsx'

/** What a client app may do is ticked as a role's menu is. */
export const clientAppExtras: EntityExtras = {
  List: AppList,
  Page: AppPage,
  inputs: { menu_ids: PermissionInput },
  asks: isAsked,
}
