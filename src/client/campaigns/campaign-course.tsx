import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { campaign } from '../../shared/entities/campaign.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useRecord } from '../kit/records/page/use-record.ts'
import { useMay } from '../kit/session/can.tsx'
import { CampaignHours } from './campaign-hours.tsx'
import { CampaignWaves } from './campaign-waves.tsx'

/** The waves and the hours of a campaign, for the page of what it brings. Nothing for one who may not look at campaigns. */
export function CampaignCourse({ id }: { id: number }) {
  const may = useMay()
  return may(permissionOf(campaign, 'list')) ? <Course id={id} /> : null
}

/** Nothing either where they cannot be had: how far it is stands on the page already. */
function Course({ id }: { id: number }) {
  const { data } = useRecord(campaign, id)
  if (!data) return null
  const row = data as unknown as CampaignRow
  return (
    <>
      <CampaignWaves row={row} />
      <CampaignHours row={row} />
    </>
  )
}
