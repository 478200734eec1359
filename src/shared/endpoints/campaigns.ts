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

/** The list: each campaign with how many of its targets, as far as its reader reaches them, are in which state. */
export const campaignRow = rowWith(campaign, { targets: counts, wave: z.int() })
export type CampaignRow = Campaign & { targets: Record<TargetState, number>; wave: number }

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
