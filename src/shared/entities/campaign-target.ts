import { entity, type Row } from '../kit/entity.ts'
import { choice, count, gun, instant, reference, status, text } from '../kit/fields.ts'

/**
 * What a target waits for before it is asked: its pile's socket, the end of a session, the hours, its next try, a place in
 * the pile's queue, the pilot's end, the certificate that the pile asked for.
 */
export const WAITS_FOR = ['pile', 'session', 'window', 'pause', 'queue', 'pilot', 'certificate'] as const

/** One pile of a campaign, or one of its connectors, and how far it is. */
export const campaignTarget = entity('campaign_target', {
  path: '/system/campaign/target',
  calls: { list: 'index', export: 'export' },
  fields: {
    pile_id: reference('pile', { slot: 'title', search: true, filter: true, edit: 'server' }),
    campaign_id: reference('campaign', { slot: 'wide', filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    connector_number: gun({ optional: true, slot: 'detail', edit: 'server' }),
    /**
     * accepted: the pile said yes, its effect was not seen yet. unclear: whether it happened is not known. unreached: its time was
     * over before it could be asked.
     */
    state: status(
      {
        pending: 'offline',
        sent: 'charging',
        accepted: 'charging',
        done: 'available',
        refused: 'faulted',
        failed: 'faulted',
        unclear: 'waiting',
        unreached: 'waiting',
        cancelled: 'offline',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    waits_for: choice(WAITS_FOR, { optional: true, slot: 'line', filter: true, edit: 'server' }),
    /** The pile's latest word, or why it could not be asked. */
    said: text({ max: 200, optional: true, slot: 'line', edit: 'server' }),
    /** How far it is, of work that takes several calls or steps. */
    step: text({
      optional: true,
      words: ['campaigns:steps', 'entities:firmware_upgrade.choices.upgrade_status'],
      slot: 'wide',
      edit: 'server',
    }),
    wave: count({ slot: 'detail', edit: 'server' }),
    tries: count({ slot: 'wide', edit: 'server' }),
    due_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    sent_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'id', order: 'asc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type CampaignTarget = Row<typeof campaignTarget>
export type TargetState = CampaignTarget['state']

/** Something still follows by itself. */
export const OPEN_TARGET = ['pending', 'sent', 'accepted'] as const
/** Nothing more does. */
export const ENDED_TARGET = ['done', 'refused', 'failed', 'unclear', 'unreached', 'cancelled'] as const
/** What a person may have asked again. */
export const RETRIED_TARGET = ['refused', 'failed', 'unclear', 'unreached'] as const
