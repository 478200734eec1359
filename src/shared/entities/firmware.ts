import { entity, type Row } from '../kit/entity.ts'
import { attachment, count, flag, hour, instant, longText, percent, reference, text } from '../kit/fields.ts'

/**
 * A firmware task: a file for the piles of a site, and with what care they are asked to install it. What piles become of is in
 * `firmware-upgrade.ts`. A rollback is a task with the old file.
 */
export const firmware = entity('firmware', {
  path: '/system/firmware',
  calls: { list: 'index', view: 'detail', create: 'add', update: 'edit', remove: 'del', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    site_id: reference('site', { slot: 'line', filter: true, edit: 'create' }),
    /** Its piles alone; without one all of the site. */
    pile_type_id: reference('pile_type', { optional: true, slot: 'line', filter: true }),
    /** What a pile says that it runs once it is installed. */
    firmware_version: text({ optional: true, slot: 'line', search: true, sort: true }),
    file: attachment({ optional: true, slot: 'detail', takes: 'firmware', section: 'file' }),
    /** Of a file that lies elsewhere. */
    file_path: text({ max: 500, optional: true, slot: 'detail', section: 'file' }),
    /** What the upload has to have. */
    file_sha256: text({ max: 64, optional: true, slot: 'detail', section: 'file' }),
    /** In PEM, with the signature of the file in base64: both or none. Piles are asked for a signed update then (security whitepaper, 6.9). */
    signing_certificate: longText({ max: 5_500, optional: true, slot: 'detail', section: 'signature' }),
    signature: longText({ max: 800, optional: true, slot: 'detail', section: 'signature' }),
    /** When piles may install it; without one as soon as they can. Only a signed update can say so. */
    install_at: instant({ optional: true, slot: 'detail', section: 'signature' }),
    /** How often a pile tries by itself, and seconds between. */
    retry_count: count({ optional: true, most: 20, slot: 'detail', section: 'download' }),
    retry_interval: count({ optional: true, min: 1, most: 86_400, unit: 's', slot: 'detail', section: 'download' }),
    /** When piles may begin; without one at once. */
    download_at: instant({ optional: true, slot: 'wide', section: 'download' }),
    pilot: count({ optional: true, min: 1, most: 1000, slot: 'detail', section: 'care' }),
    stop_percent: percent({ optional: true, initial: 20, slot: 'detail', section: 'care' }),
    at_once: count({ min: 1, most: 500, initial: 20, slot: 'detail', section: 'care' }),
    /** Hours of the day in the site's time, the second not included; 22 to 6 runs past midnight. */
    window_from: hour({ optional: true, slot: 'detail', section: 'care' }),
    window_to: hour({ optional: true, slot: 'detail', section: 'care' }),
    idle_only: flag({ initial: true, slot: 'detail', section: 'care' }),
    /** So long a pile that cannot be asked is waited for. */
    wait_hours: count({ min: 1, most: 2_160, initial: 72, unit: 'h', slot: 'detail', section: 'care' }),
    /** Whole downloads from this console. */
    download_count: count({ slot: 'wide', sort: true, edit: 'server' }),
    pushed_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    is_delete: flag({ slot: 'detail', filter: true, edit: 'server' }),
  },
  sort: { prop: 'created_at', order: 'desc' },
  archives: true,
  within: { through: 'site_id' },
})
export type Firmware = Row<typeof firmware>
