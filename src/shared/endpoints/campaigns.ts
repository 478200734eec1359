import * as z from 'zod/mini'
import { type Campaign, campaign } from '../entities/campaign.ts'
import { campaignTarget, type TargetState } from '../entities/campaign-target.ts'
import { endpoint } from '../kit/endpoint.ts'
import { rowWith } from '../kit/schema.ts'
import { identity } from './inputs.ts'

const STATES = Object.keys(campaignTarget.fields.state.tones) as TargetState[]
const inEach = <V>(value: V) => Object.fromEntries(STATES.map((state) => [state, value])) as Record<TargetState, V>
const counts = z.object(inEach(z.int()))
export const NO_TARGETS = inEach(0)

/** Targets that are asked together: 1 is the pilot where there is one, 2 the others once it went well. */
const wave = z.object({
  wave: z.int(),
  targets: counts,
  /** When the first was asked, and when the last one ended; null while it has not. ISO 8601. */
  began_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
})
/** How many of its targets live by which IANA time zone; of campaigns with hours alone, which count by it. */
const clock = z.object({ time_zone: z.string(), targets: z.int() })

/** The list: each campaign with its targets, as far as its reader reaches them: by state, by wave and by clock; `wave` is the one that is asked now. */
export const campaignRow = rowWith(campaign, {
  targets: counts,
  wave: z.int(),
  waves: z.array(wave),
  clocks: z.array(clock),
})
export type CampaignWave = z.infer<typeof wave>
export type CampaignRow = Campaign & {
  targets: Record<TargetState, number>
  wave: number
  waves: CampaignWave[]
  clocks: z.infer<typeof clock>[]
}

const control = (path: string) =>
  endpoint({
    method: 'POST',
    path: `/system/campaign/${path}`,
    permission: 'campaign.control',
    reaches: { campaign: 'id' },
    body: z.object({ id: identity }),
    data: campaignRow,
    repeatable: true,
    changes: 'campaign',
  })

/** Asks no more piles until it is resumed; what is under way ends. */
export const pauseCampaign = control('pause')
/** Goes on, also with one that stopped by itself. */
export const resumeCampaign = control('resume')
/** Ends it: what was not asked yet never is. */
export const cancelCampaign = control('cancel')
/** Asks those again that refused, failed, did not answer or were not reached. */
export const retryCampaign = control('retry')
