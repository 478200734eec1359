import { entity, type Row } from '../kit/entity.ts'
import { choice, count, flag, longText, text, watts } from '../kit/fields.ts'

/** A model of pile as its maker sells it. */
export const pileType = entity('pile_type', {
  path: '/system/device-type',
  calls: {
    list: 'index',
    view: 'view',
    create: 'create',
    update: 'update',
    remove: 'delete',
    options: 'get-device-types',
    export: 'export',
  },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    model: text({ slot: 'line', optional: true, search: true }),
    device_name: text({ optional: true }),
    guns: count({ min: 1, most: 32, initial: 1, slot: 'line' }),
    current_mode: choice(['ac', 'dc'], { slot: 'badge', filter: true, initial: 'dc' }),
    rated_power_w: watts({ slot: 'lead', sort: true, most: 5_000_000 }),
    voltage_min_v: count({ unit: 'V', optional: true, most: 2000 }),
    voltage_max_v: count({ unit: 'V', optional: true, most: 2000 }),
    rated_current_a: count({ unit: 'A', optional: true, most: 5000 }),
    networking: choice(['business', 'bluetooth'], { initial: 'business' }),
    speed: choice(['slow', 'fast'], { filter: true, initial: 'fast' }),
    /** Its piles are given the cards that may charge at their site. */
    keeps_card_list: flag({ slot: 'detail', initial: false }),
    /** Where a pile does not say it by itself. */
    card_list_entries: count({ optional: true, min: 1, most: 100_000, slot: 'detail' }),
    remark: longText({ optional: true, slot: 'detail' }),
  },
  sort: { prop: 'name', order: 'asc' },
  archives: true,
  within: 'everybody',
})
export type PileType = Row<typeof pileType>
