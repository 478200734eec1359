import { sql } from 'kysely'
import { type CampaignRow, campaignRow, NO_TARGETS } from '../../shared/endpoints/campaigns.ts'
import type { Campaign, campaign } from '../../shared/entities/campaign.ts'
import type { campaignTarget, TargetState } from '../../shared/entities/campaign-target.ts'
import type { Looking } from '../kit/context.ts'
import type { Extension } from '../kit/crud/extension.ts'
import { reached } from '../kit/reach/within.ts'

/** Campaigns with how many of their targets are in which state; of targets out of reach nothing is told. */
export const campaignExtension: Extension<typeof campaign> = {
  row: campaignRow,
  extend: (rows, context) => withTargets(rows, context),
  async summary(where, { db }) {
    const { rows } = await sql<{ state: string; campaigns: number }>`
      select t.state, count(*)::int as campaigns from campaign t where ${where('state')} group by t.state`.execute(db)
    const counts = Object.fromEntries(rows.map(({ state, campaigns }) => [state, campaigns]))
    return { running: 0, paused: 0, done: 0, stopped: 0, cancelled: 0, ...counts }
  },
}

export const campaignTargetExtension: Extension<typeof campaignTarget> = {
  async summary(where, { db }) {
    const { rows } = await sql<{ state: TargetState; targets: number }>`
      select t.state, count(*)::int as targets from campaign_target t where ${where('state')} group by t.state`.execute(
      db,
    )
    return { ...NO_TARGETS, ...Object.fromEntries(rows.map(({ state, targets }) => [state, targets])) }
  },
}

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
