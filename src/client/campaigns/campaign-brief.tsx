import { useTranslation } from 'react-i18next'
import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { campaign } from '../../shared/entities/campaign.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import { useRecord } from '../kit/records/page/use-record.ts'
import { useMay } from '../kit/session/can.tsx'
import { useRecordPath } from '../kit/session/homes.ts'
import { ButtonLink } from '../kit/ui/button.tsx'
import { Card } from '../kit/ui/card.tsx'
import { CampaignProgress } from './campaign-progress.tsx'

interface Props {
  id: number
  title: string
}

/** How far a campaign is, for the page of what it brings, and the way to it. Nothing for one who may not look at campaigns. */
export function CampaignBrief(props: Props) {
  const may = useMay()
  return may(permissionOf(campaign, 'list')) ? <Brief {...props} /> : null
}

function Brief({ id, title }: Props) {
  const { t } = useTranslation('campaigns')
  const path = useRecordPath()
  const { data } = useRecord(campaign, id)
  if (!data) return null
  const to = path('campaign', id)
  return (
    <Card
      title={title}
      aside={
        to && (
          <ButtonLink look="link" to={to}>
            {t('each_pile')}
          </ButtonLink>
        )
      }
    >
      <CampaignProgress targets={(data as unknown as CampaignRow).targets} whole />
    </Card>
  )
}
