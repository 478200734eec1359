import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, instant, reference, secret, status, text, wattHours, watts } from '../kit/fields.ts'

/** A charging pile (OCPP: charge point). Its station number is the last part of the address it connects to. */
export const pile = entity('pile', {
  path: '/system/device',
  calls: { list: 'index', create: 'create', update: 'edit', remove: 'delete', export: 'export', import: 'import' },
  fields: {
    station_number: text({ max: 48, slot: 'title', search: true, sort: true, edit: 'create' }),
    site_id: reference('site', { slot: 'line', optional: true, filter: true }),
    pile_type_id: reference('pile_type', { slot: 'line', optional: true, filter: true }),
    merchant_id: reference('merchant', { slot: 'detail', optional: true, filter: true }),
    /** The busiest or worst of its connectors', offline while there is no socket. */
    state: status(
      {
        available: 'available',
        charging: 'charging',
        waiting: 'waiting',
        faulted: 'faulted',
        reserved: 'reserved',
        offline: 'offline',
      },
      { slot: 'badge', filter: true, sort: true, edit: 'server' },
    ),
    power_w: watts({ slot: 'lead', sort: true, edit: 'server' }),
    energy_wh: wattHours({ sort: true, edit: 'server' }),
    last_seen_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    serial_number: text({ optional: true, search: true, slot: 'detail' }),
    self_code: text({ optional: true, search: true, slot: 'detail' }),
    imei: text({ max: 20, optional: true, slot: 'detail' }),
    /** The batch that it was made in. */
    batch_task_id: reference('batch_task', { slot: 'detail', optional: true, filter: true, edit: 'server' }),
    /** When it tried to connect last before it was adopted. */
    knocked_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    /** It has not found its way to this server yet. */
    never_connected: flag({ filter: true, slot: 'detail', edit: 'server' }),
    /** It sends more than its limit allows since then; null while it does not. Its own socket is read slowly meanwhile. */
    flooding_since: instant({ optional: true, slot: 'detail', edit: 'server' }),
    enabled: flag({ initial: true, filter: true, slot: 'detail' }),
    /** For HTTP Basic; the standard's AuthorizationKey has at least 16 bytes. Empty: it connects without one where that is allowed. */
    password: secret({ min: 16, max: 40, optional: true, edit: 'create' }),
    /** How what it said of its configuration stands to the template of its type; null where there is none. */
    configuration: status(
      { same: 'available', differs: 'waiting', unknown: 'offline' },
      { optional: true, slot: 'detail', filter: true, edit: 'server' },
    ),
    /** When it last told all of it. */
    configuration_read_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    vendor: text({ optional: true, slot: 'detail', edit: 'server' }),
    model: text({ optional: true, slot: 'detail', edit: 'server' }),
    firmware_version: text({ optional: true, slot: 'detail', filter: true, edit: 'server' }),
    protocol: text({ optional: true, slot: 'detail', edit: 'server' }),
    /** Of what it offers no other is taken: what it does in another is known to be wrong. */
    only_protocol: choice(['ocpp16', 'ocpp201', 'ocpp21'], { optional: true, slot: 'detail' }),
    heartbeat_seconds: count({ slot: 'detail', edit: 'server' }),
    booted_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    connected_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'station_number', order: 'asc' },
  filters: {
    /** At which it has its socket. */
    node_id: reference('node'),
  },
  archives: true,
  within: { site: 'site_id', merchant: 'merchant_id' },
})
export type Pile = Row<typeof pile>
export type PileState = Pile['state']
