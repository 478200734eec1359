import { useTranslation } from 'react-i18next'
import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { campaignTarget, type TargetState } from '../../shared/entities/campaign-target.ts'
import { StateProgress } from '../kit/charts/state-progress.tsx'

const ORDER: readonly [TargetState, ...TargetState[]] = [
  'done',
  ...(['accepted', 'sent', 'refused', 'failed', 'unclear', 'unreached', 'pending', 'cancelled'] as const),
]

const FAILED: readonly TargetState[] = ['refused', 'failed']

/** How far a campaign is. */
export function CampaignProgress({ targets, whole }: { targets: CampaignRow['targets']; whole?: true }) {
  const { t } = useTranslation('campaigns')
  return (
    <StateProgress
      {...{ entity: campaignTarget, field: 'state', order: ORDER, failed: FAILED, counts: targets, whole }}
      said={(done, all) => t('done_of', { done, all })}
    />
  )
}
