import { MONITOR_BASES, WATCHES } from '../domain/monitors.ts'
import { choice, count, decimal, flag, text } from '../kit/fields.ts'
import { command } from './declare.ts'

/** Has a pile tell what it watches. */
export const readMonitors = command('read_monitors', { about: 'pile', icon: 'refresh', elsewhere: true, bulk: true })

const name = { max: 50 } as const
const LARGEST = 2_147_483_647
const MOST_PLACES = 99

/** Has a pile watch one value; it says by which number. */
export const setMonitor = command('set_monitor', {
  about: 'pile',
  icon: 'gauge',
  fields: {
    component: text(name),
    component_instance: text({ ...name, optional: true }),
    evse: count({ min: 1, most: MOST_PLACES, optional: true }),
    connector: count({ min: 1, most: MOST_PLACES, optional: true }),
    variable: text(name),
    variable_instance: text({ ...name, optional: true }),
    watch: choice(WATCHES, { initial: 'upper' }),
    limit: decimal({ min: -1_000_000_000, most: 1_000_000_000, digits: 3 }),
    level: count({ most: 9, initial: 5 }),
    in_session: flag({ initial: false }),
  },
  connected: true,
})

export const clearMonitor = command('clear_monitor', {
  about: 'pile',
  icon: 'trash',
  fields: { monitor_number: count({ most: LARGEST }) },
  confirm: true,
  danger: true,
  connected: true,
  elsewhere: true,
})

/** Events of a lower level are not told any more. */
export const setEventLevel = command('set_event_level', {
  about: 'pile',
  icon: 'filter',
  fields: { level: count({ most: 9, initial: 7 }) },
  bulk: true,
})

/** Takes out what was set, or what is its maker's as well. */
export const resetMonitors = command('reset_monitors', {
  about: 'pile',
  icon: 'list',
  fields: { base: choice(MONITOR_BASES) },
  buttons: 'base',
  confirm: ['factory', 'hard_wired'],
  bulk: true,
})
