import { entity, type Row } from '../kit/entity.ts'
import { count, flag, instant, percent, seconds, status, text } from '../kit/fields.ts'

/** Something that is to reach many piles: what, with which care, and how far it is. */
export const campaign = entity('campaign', {
  path: '/system/campaign',
  calls: { list: 'index', view: 'view', export: 'export' },
  fields: {
    name: text({ max: 120, slot: 'title', search: true, edit: 'server' }),
    /** What each pile is asked for. */
    action: text({ words: ['entities:command.choices.action'], slot: 'line', edit: 'server' }),
    /** stopped: too many of its piles failed, so a person has to look. */
    state: status(
      { running: 'charging', paused: 'waiting', done: 'available', stopped: 'faulted', cancelled: 'offline' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    asked_by: text({ optional: true, slot: 'wide', edit: 'server' }),
    /** So many piles are asked at the same time. */
    at_once: count({ min: 1, most: 500, initial: 50, slot: 'detail', edit: 'server' }),
    /** How often a pile is asked that gives no answer. */
    tries: count({ min: 1, most: 10, initial: 3, slot: 'detail', edit: 'server' }),
    /** Until it is asked once more; twice as long after each further time. */
    pause_seconds: seconds({ slot: 'detail', edit: 'server' }),
    /** What is not reached by then never will be. */
    until: instant({ slot: 'wide', edit: 'server' }),
    /** Waits for the end of sessions at a pile. */
    idle_only: flag({ slot: 'detail', edit: 'server' }),
    /** So many first; the rest when they are well. */
    pilot: count({ optional: true, min: 1, most: 1000, slot: 'detail', edit: 'server' }),
    /** A greater share of failures stops it. */
    stop_percent: percent({ optional: true, slot: 'detail', edit: 'server' }),
    /** Minutes of the day in each site's own time. */
    window_from: count({ optional: true, slot: 'detail', edit: 'server' }),
    window_to: count({ optional: true, slot: 'detail', edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  within: {
    creator: 'created_by',
    rows: { table: 'campaign_target', own: 'campaign_id', site: 'site_id', pile: 'pile_id' },
  },
})
export type Campaign = Row<typeof campaign>
