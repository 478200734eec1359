import { sql } from 'kysely'
import { type CampaignRow, type CampaignWave, campaignRow, NO_TARGETS } from '../../shared/endpoints/campaigns.ts'
import { type Campaign, campaign } from '../../shared/entities/campaign.ts'
import { campaignTarget, ENDED_TARGET, type TargetState } from '../../shared/entities/campaign-target.ts'
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

interface Counted {
  campaign_id: number
  wave: number
  state: TargetState
  targets: number
  began_at: string | null
  ended_at: string | null
}

export async function withTargets<C extends Campaign>(
  rows: readonly C[],
  { db, person }: Looking,
): Promise<(C & Omit<CampaignRow, keyof Campaign>)[]> {
  const ids = rows.map(({ id }) => id)
  const withHours = rows.filter(({ window_from }) => window_from !== null).map(({ id }) => id)
  const own = (campaigns: readonly number[]) =>
    sql`t.campaign_id = any(${campaigns}::bigint[]) and ${reached(person, 'campaign_target')}`
  const [{ rows: counts }, { rows: clocks }, asked] = await Promise.all([
    sql<Counted>`
      select t.campaign_id, t.wave, t.state, count(*)::int as targets, min(t.sent_at) as began_at, max(t.ended_at) as ended_at
      from campaign_target t where ${own(ids)} group by 1, 2, 3 order by 1, 2`.execute(db),
    sql<{ campaign_id: number; time_zone: string; targets: number }>`
      select t.campaign_id, coalesce(s.time_zone, 'UTC') as time_zone, count(*)::int as targets
      from campaign_target t join pile p on p.id = t.pile_id left join site s on s.id = p.site_id
      where ${own(withHours)} group by 1, 2 order by 1, 3 desc, 2`.execute(db),
    db.selectFrom('campaign').select(['id', 'wave']).where('id', 'in', ids).execute(),
  ])
  const waveOf = new Map(asked.map(({ id, wave }) => [id, wave]))
  return rows.map((row) => {
    const isOwn = ({ campaign_id }: { campaign_id: number }) => campaign_id === row.id
    const counted = counts.filter(isOwn)
    const waves = [...new Set(counted.map(({ wave }) => wave))]
    return {
      ...row,
      targets: byState(counted),
      wave: waveOf.get(row.id) ?? 1,
      waves: waves.map((wave) => ({ wave, ...waveIn(counted.filter((each) => each.wave === wave)) })),
      clocks: clocks.filter(isOwn).map(({ time_zone, targets }) => ({ time_zone, targets })),
    }
  })
}

function byState(counted: readonly Counted[]): CampaignRow['targets'] {
  const targets = { ...NO_TARGETS }
  for (const one of counted) targets[one.state] += one.targets
  return targets
}

function waveIn(counted: readonly Counted[]): Omit<CampaignWave, 'wave'> {
  const isOver = counted.every(({ state }) => (ENDED_TARGET as readonly string[]).includes(state))
  const moments = (end: 'began_at' | 'ended_at') => counted.flatMap((one) => one[end] ?? []).sort()
  return {
    targets: byState(counted),
    began_at: moments('began_at')[0] ?? null,
    ended_at: (isOver && moments('ended_at').at(-1)) || null,
  }
}
