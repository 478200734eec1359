import type { menu } from '../../shared/entities/menu.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { Refusal } from '../kit/refusal.ts'
import { refuseGivingBack } from './denied.ts'
import type { RightsChanged } from './ports.ts'

/** What comes with the console would come back at the next start: it is hidden instead. */
export const menuExtension = (rightsChanged: RightsChanged): Extension<typeof menu> => ({
  async removable(rows, context) {
    if (rows.some(({ built_in }) => built_in)) throw new Refusal(409, 'refusals:menu_built_in')
    await refuseGivingBack(
      context,
      rows.map(({ id }) => id),
    )
  },
  removed: (_, { afterCommit }) => afterCommit(rightsChanged),
})
