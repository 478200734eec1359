import { sql } from 'kysely'
import { type CampaignRow, campaignRow, NO_TARGETS } from '../../shared/endpoints/campaigns.ts'
import { type Campaign, campaign } from '../../shared/entities/campaign.ts'
import { campaignTarget, type TargetState } from '../../shared/entities/campaign-target.ts'
import type { Looking } from '../kit/context.ts'
import { countedBy } from '../kit/crud/counted-by.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { reached } from '../kit/reach/within.ts'

/** Campaigns with how many of their targets are in which state; of targets out of reach nothing is told. */
export const campaignExtension: Extension<typeof campaign> = {
  row: campaignRow,
  extend: (rows, context) => withTargets(rows, context),
  ...countedBy(campaign, 'state'),
}

export const campaignTargetExtension: Extension<typeof campaignTarget> = countedBy(campaignTarget, 'state')

export async function withTargets<C extends Campaign>(
  rows: readonly C[],
  { db, person }: Looking,
): Promise<(C & Pick<CampaignRow, 'targets' | 'wave'>)[]> {
  const ids = rows.map(({ id }) => id)
  const { rows: counts } = await sql<{ campaign_id: number; state: TargetState; targets: number }>`
    select t.campaign_id, t.state, count(*)::int as targets from campaign_target t
    where t.campaign_id = any(${ids}::bigint[]) and ${reached(person, 'campaign_target')} group by 1, 2`.execute(db)
  const waves = new Map(
    (await db.selectFrom('campaign').select(['id', 'wave']).where('id', 'in', ids).execute()).map(({ id, wave }) => [
      id,
      wave,
    ]),
  )
  return rows.map((row) => {
    const own = counts.filter(({ campaign_id }) => campaign_id === row.id)
    const targets = { ...NO_TARGETS, ...Object.fromEntries(own.map(({ state, targets }) => [state, targets])) }
    return { ...row, targets, wave: waves.get(row.id) ?? 1 }
  })
}
