import { offered } from '../../shared/commands/index.ts'
import type { CampaignWork } from '../campaigns/ports.ts'
import { listWork } from '../cards/lists/works.ts'
import { deleteRootWork } from '../certificates/installed-roots.ts'
import { moveWork } from '../certificates/move-network.ts'
import { writeNetworkWork } from '../certificates/networks.ts'
import { type Doors, raiseWork } from '../certificates/raise-profile.ts'
import type { HasWords } from '../charging-profiles/ports.ts'
import { profileWorks } from '../charging-profiles/works.ts'
import { templateWorks } from '../configuration-templates/works.ts'
import { firmwareWork } from '../firmware/works.ts'
import { withMaintenance } from '../maintenance/service-work.ts'
import { updateWords } from '../ocpp/maintenance-words.ts'
import { commandWorks } from '../piles/command-works.ts'
import type { CanShow } from '../screens/ports.ts'
import { messageWorks } from '../screens/works.ts'

interface Parts {
  hasWords: HasWords
  canShow: CanShow
  doors: Doors
}

const inMaintenance = (work: CampaignWork): CampaignWork =>
  work.action === offered.availability.name ? withMaintenance(work) : work

/** All that campaigns can bring to piles. Where two bear one name, the later one counts. */
export const campaignWorks = ({ hasWords, canShow, doors }: Parts): CampaignWork[] => [
  ...commandWorks.map(inMaintenance),
  ...profileWorks(hasWords),
  ...templateWorks,
  listWork,
  firmwareWork(updateWords),
  deleteRootWork(doors.serves),
  raiseWork(doors),
  moveWork(doors),
  writeNetworkWork,
  ...messageWorks(canShow),
]
