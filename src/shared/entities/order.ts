import { entity, type Row } from '../kit/entity.ts'
import {
  cents,
  choice,
  count,
  day,
  gun,
  hour,
  instant,
  longText,
  reference,
  seconds,
  status,
  text,
  wattHours,
} from '../kit/fields.ts'
import { BANDS } from './billing-rule.ts'

/** Why a start is not authorized: its card, another session of the card, or a balance that is used up. */
const REFUSED = ['card_blocked', 'card_invalid', 'card_expired', 'card_in_use', 'balance_short'] as const
export type Refused = (typeof REFUSED)[number]

/** What an order may be without. */
export const LACKING = ['site', 'pile_type', 'merchant', 'customer', 'card', 'band', 'stop_reason'] as const
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

/** One charging session and its bill. Only the server writes it. */
export const order = entity('order', {
  table: 'orders',
  path: '/system/order',
  calls: { list: 'index', export: 'export' },
  fields: {
    /** Day and running number: 2611200000341. */
    number: text({ slot: 'title', search: true, edit: 'server' }),
    /** generated: charging; completed: charging has ended, not settled; paid; unpaid: the balance was short. */
    status: status(
      { generated: 'charging', completed: 'waiting', paid: 'available', unpaid: 'waiting' },
      { slot: 'badge', filter: true, edit: 'server' },
    ),
    /** Why a person has to settle it; nothing is billed on a guess. */
    abnormal: status(
      {
        meter_backwards: 'faulted',
        meter_jump: 'faulted',
        clock_past: 'faulted',
        clock_future: 'faulted',
        no_price: 'faulted',
        no_stop: 'faulted',
        meter_overlap: 'faulted',
        events_missing: 'faulted',
        not_measured: 'faulted',
        unauthorized: 'faulted',
      },
      { optional: true, filter: true, edit: 'server', slot: 'detail' },
    ),
    /** Why it was not authorized: it is nobody's debt until a person has decided. */
    refused_as: choice(REFUSED, { optional: true, filter: true, edit: 'server', slot: 'detail' }),
    /** From when on it was not, by our clock; null: from its start. */
    refused_from: instant({ optional: true, slot: 'detail', edit: 'server' }),
    /** Whose card it claimed to be. */
    claimed_customer_id: reference('customer', { optional: true, slot: 'detail', edit: 'server' }),
    type: choice(['device', 'manual', 'supplement'], { filter: true, edit: 'server', slot: 'detail' }),
    site_id: reference('site', { optional: true, slot: 'line', filter: true, edit: 'server' }),
    pile_id: reference('pile', { slot: 'line', search: true, filter: true, edit: 'server' }),
    /** The pile's when the order began. */
    pile_type_id: reference('pile_type', { optional: true, slot: 'detail', filter: true, edit: 'server' }),
    connector_number: gun({ slot: 'line', edit: 'server' }),
    customer_id: reference('customer', { optional: true, search: true, filter: true, edit: 'server' }),
    card_number: text({ optional: true, search: true, filter: true, edit: 'server', slot: 'detail' }),
    plate: text({ optional: true, search: true, edit: 'server', slot: 'detail' }),
    energy_wh: wattHours({ slot: 'line', sort: true, edit: 'server' }),
    duration_seconds: seconds({ slot: 'line', edit: 'server' }),
    total_cents: cents({ slot: 'lead', sort: true, edit: 'server' }),
    electricity_cents: cents({ slot: 'wide', edit: 'server' }),
    service_cents: cents({ slot: 'wide', edit: 'server' }),
    occupation_cents: cents({ slot: 'wide', edit: 'server' }),
    paid_cents: cents({ edit: 'server', slot: 'detail' }),
    cost_cents: cents({ slot: 'detail', edit: 'server' }),
    pay_type: choice(['balance', 'card', 'wechat', 'alipay'], {
      optional: true,
      filter: true,
      edit: 'server',
      slot: 'detail',
    }),
    /** Of the newest refund that is under way; once none is, whether any was paid back. */
    refund_status: status(
      {
        unreviewed: 'waiting',
        reviewed: 'reserved',
        refunding: 'charging',
        refunded: 'available',
        refund_failed: 'faulted',
      },
      { optional: true, filter: true, edit: 'server', slot: 'detail' },
    ),
    refunded_cents: cents({ edit: 'server', slot: 'detail' }),
    close_method: choice(['device', 'manual'], { optional: true, filter: true, edit: 'server', slot: 'detail' }),
    /** Whose clock gave the times that it is billed by: ours where the pile's was set in mid-session. */
    timed_by: choice(['pile', 'server'], { edit: 'server', slot: 'detail' }),
    stop_reason: text({ optional: true, edit: 'server', slot: 'detail' }),
    remark: longText({ optional: true, edit: 'server', slot: 'detail' }),
    started_at: instant({ slot: 'wide', filter: true, sort: true, edit: 'server' }),
    ended_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    paid_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    refunded_at: instant({ optional: true, slot: 'detail', edit: 'server' }),
    /** The start from the console that explains this order. */
    command_id: reference('command', { optional: true, slot: 'detail', edit: 'server' }),
    /** The reservation that the pile said it was for. */
    reservation_id: count({ optional: true, slot: 'detail', edit: 'server' }),
    /** The payment at the pile's terminal that it was begun with: it is nobody's balance that pays. */
    terminal_reference: text({ max: 255, optional: true, slot: 'detail', edit: 'server' }),
    /** It charges with priority, since when and by whose word; by nobody's: a person at the pile asked for it. */
    priority_since: instant({ optional: true, slot: 'detail', edit: 'server' }),
    priority_by: text({ optional: true, slot: 'detail', edit: 'server' }),
    /** The order whose open amount this supplement took over. */
    origin_id: reference('order', { optional: true, slot: 'detail', edit: 'server' }),
    /** So many events of its transaction are not here yet; nothing where its pile does not number them. */
    missing_events: count({ optional: true, slot: 'detail', edit: 'server' }),
    meter_start_wh: count({ slot: 'detail', edit: 'server' }),
    meter_stop_wh: count({ slot: 'detail', optional: true, edit: 'server' }),
  },
  sort: { prop: 'started_at', order: 'desc' },
  /** By the clock of the order's own site, as statistics count. Only those that an index leads are offered alone. */
  filters: {
    ended_day: day({ filter: true }),
    /** The pile's. */
    merchant_id: reference('merchant', { filter: true }),
    started_hour: hour(),
    /** From Monday on. */
    started_weekday: choice(WEEKDAYS),
    /** In which the session began. */
    started_band: choice(BANDS),
    without: choice(LACKING),
  },
  tally: {
    by: 'started_at',
    kinds: ['site_id', 'pile_type_id', 'status', 'abnormal', 'type', 'pay_type', 'refund_status', 'close_method'],
    wide: ['site_id', 'pile_type_id'],
    sums: [
      'energy_wh',
      'electricity_cents',
      'service_cents',
      'occupation_cents',
      'total_cents',
      'paid_cents',
      'refunded_cents',
    ],
    running: {
      ...{ field: 'status', is: 'generated' },
      figures: ['energy_wh', 'electricity_cents', 'service_cents', 'total_cents'],
    },
  },
  within: { site: 'site_id', pile: 'pile_id' },
})
export type Order = Row<typeof order>
