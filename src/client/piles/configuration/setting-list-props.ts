import type { SettingGroup, Template } from './setting-rows.ts'
import type { Changing } from './use-change.ts'
import type { Folding } from './use-folding.ts'

/** What the table and the cards have in common. */
export interface SettingListProps {
  pileId: number
  groups: readonly SettingGroup[]
  /** Which groups show their rows. */
  folding: Folding
  changing: Changing
  maySet: boolean
  /** Its type has a template: what that says stands beside what the pile says. */
  template: Template | null
  /** The key whose meaning and history show. */
  opened: string | null
  onOpen: (key: string) => void
  /** Absent for who may not make one. */
  onNewPassword?: () => void
  /** Asks the pile for all of a component anew; absent while that cannot be. */
  onAsk?: (component: string) => void
}
