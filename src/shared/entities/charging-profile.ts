import { KINDS, PURPOSES, RECURRENCIES, UNITS } from '../domain/charging-profiles/profile.ts'
import { entity, type Row } from '../kit/entity.ts'
import { choice, count, decimal, flag, instant, reference, schedule, seconds, text } from '../kit/fields.ts'

/** How much a site's piles may draw at which time. What the standard forbids in one is in `domain/charging-profiles/flaws.ts`. */
export const chargingProfile = entity('charging_profile', {
  path: '/system/charging_profile',
  calls: { list: 'index', view: 'view', create: 'add', update: 'edit', remove: 'del', export: 'export' },
  fields: {
    name: text({ slot: 'title', search: true, sort: true }),
    site_id: reference('site', { slot: 'line', filter: true, edit: 'create' }),
    charging_profile_purpose: choice(PURPOSES, { slot: 'line', filter: true, initial: 'session_default' }),
    charging_profile_kind: choice(KINDS, { slot: 'wide', filter: true, initial: 'absolute' }),
    recurrency_kind: choice(RECURRENCIES, { optional: true, slot: 'wide', filter: true }),
    stack_level: count({ most: 100, initial: 0, slot: 'line', sort: true }),
    valid_from: instant({ optional: true, slot: 'detail' }),
    valid_to: instant({ optional: true, slot: 'detail' }),
    /** Of a recurring one: when on the day or the week it begins. */
    start_schedule: instant({ optional: true, slot: 'detail' }),
    /** Seconds; people read and type hours. */
    duration: count({ optional: true, min: 1, slot: 'detail' }),
    charging_rate_unit: choice(UNITS, { slot: 'wide', initial: 'W' }),
    /** In that unit. */
    min_charging_rate: decimal({ optional: true, min: 0, most: 10_000_000, digits: 1, slot: 'detail' }),
    periods: schedule({ slot: 'wide' }),
    /** Of a dynamic one, in its unit: what was set last, by a push or by a change of the limit alone. Piles that ask are told it. */
    limit_now: decimal({ optional: true, min: 0, most: 10_000_000, digits: 1, slot: 'detail', edit: 'server' }),
    dyn_update_interval: seconds({ optional: true, min: 1, most: 86_400, slot: 'detail' }),
    max_offline_duration: seconds({ optional: true, min: 0, most: 604_800, slot: 'detail' }),
    invalid_after_offline_duration: flag({ optional: true, slot: 'detail' }),
    /** It has been sent to piles. */
    is_push: flag({ slot: 'wide', filter: true, edit: 'server' }),
    /** It is out of use; piles that hold it are asked to let go of it. */
    is_delete: flag({ slot: 'detail', filter: true, edit: 'server' }),
    /** Places, piles or guns, that hold it as far as they have said so. */
    count: count({ slot: 'line', sort: true, edit: 'server' }),
    pushed_at: instant({ optional: true, slot: 'wide', edit: 'server' }),
    /** Its version when it was sent last: a greater one has not reached the piles. */
    pushed_version: count({ optional: true, slot: 'detail', edit: 'server' }),
  },
  sort: { prop: 'name', order: 'asc' },
  archives: true,
  within: { through: 'site_id' },
})
export type ChargingProfileRecord = Row<typeof chargingProfile>
