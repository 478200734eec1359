import { entity, type Row } from '../kit/entity.ts'
import { instant, reference, status, text } from '../kit/fields.ts'

/** How far each pile of a firmware task is; a view (migration 0134). */
export const firmwareUpgrade = entity('firmware_upgrade', {
  path: '/system/firmware/upgrade',
  calls: { list: 'index', export: 'export' },
  fields: {
    pile_id: reference('pile', { slot: 'title', search: true, filter: true, edit: 'server' }),
    firmware_id: reference('firmware', { slot: 'wide', filter: true, edit: 'server' }),
    site_id: reference('site', { optional: true, slot: 'wide', filter: true, edit: 'server' }),
    upgrade_status: status(
      {
        pending_upgrade: 'offline',
        downloading: 'charging',
        downloaded: 'charging',
        download_failed: 'faulted',
        upgrading: 'charging',
        installed: 'available',
        install_failed: 'faulted',
        error_response: 'faulted',
      },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** What it runs now. */
    firmware_version: text({ optional: true, slot: 'line', edit: 'server' }),
    waits_for: text({
      optional: true,
      words: ['entities:campaign_target.choices.waits_for'],
      slot: 'line',
      edit: 'server',
    }),
    /** The pile's latest word, or why it could not be asked. */
    said: text({ max: 200, optional: true, slot: 'line', edit: 'server' }),
    /** In its campaign. */
    state: text({ words: ['entities:campaign_target.choices.state'], slot: 'wide', edit: 'server' }),
    sent_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
  },
  sort: { prop: 'id', order: 'asc' },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type FirmwareUpgrade = Row<typeof firmwareUpgrade>
