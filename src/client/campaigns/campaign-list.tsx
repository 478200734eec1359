import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { permissionTo } from '../../shared/commands/declare.ts'
import { everyOffered } from '../../shared/commands/index.ts'
import type { CampaignRow } from '../../shared/endpoints/campaigns.ts'
import { type Campaign, campaign } from '../../shared/entities/campaign.ts'
import { useFormat } from '../kit/i18n/use-format.ts'
import { EntityList } from '../kit/records/entity-list.tsx'
import type { Action } from '../kit/ui/actions.tsx'
import { useCampaignCells } from './campaign-cells.ts'
import { CampaignProgress } from './campaign-progress.tsx'
import type { CampaignParts } from './parts.ts'
import { useCampaignActions } from './use-campaign-actions.ts'

const shown = (row: Campaign) => row as CampaignRow

/** Campaigns with how far they are, live. */
export function CampaignList({ parts: { New } }: { parts: CampaignParts }) {
  const { t } = useTranslation('campaigns')
  const format = useFormat()
  const cardCells = {
    ended_at: ({ ended_at }: Campaign) => ended_at && t('ended_ago', { ago: format.ago(ended_at) }),
  }
  const actionsOf = useCampaignActions()
  const [isNew, setNew] = useState(false)
  const add: Action = {
    key: 'new',
    label: t('new'),
    icon: 'plus',
    permission: everyOffered.filter(({ bulk }) => bulk).map(permissionTo),
    onPress: () => setNew(true),
  }
  return (
    <>
      <EntityList
        entity={campaign}
        chips="state"
        actions={[add]}
        cells={useCampaignCells()}
        cardCells={cardCells}
        rowActions={(row) => actionsOf(shown(row))}
        extra={[
          {
            key: 'targets',
            label: t('progress'),
            after: 'state',
            cell: (row) => <CampaignProgress targets={shown(row).targets} />,
          },
        ]}
      />
      {isNew && (
        <Suspense fallback={null}>
          <New onClose={() => setNew(false)} />
        </Suspense>
      )}
    </>
  )
}
