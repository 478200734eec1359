import { FALLBACK } from '../../shared/kit/languages.ts'
import type { MaintenanceOptions } from '../maintenance-faults.ts'
import { seeded } from '../random.ts'
import { DARK_STATIONS } from './network.ts'

/** What the demo's engineers have done, and what went wrong with it. Sites and types by their names. */

export const AWAY = DARK_STATIONS
export const KEEPS_CARDS = 'AC 7 kW'

const wants = (key: string, value: string, tolerance: number | null = null) => ({ key, value, tolerance, also: [] })

export const templates = [
  {
    name: 'AC wall boxes',
    type: 'AC 7 kW',
    expected: [wants('LightIntensity', '80', 10), wants('ConnectionTimeOut', '120')],
    remark: 'As agreed with the maker in spring.',
    applied: false,
  },
  {
    name: 'DC fast chargers',
    type: 'DC 120 kW',
    expected: [wants('LightIntensity', '60'), wants('ConnectionTimeOut', '90')],
    remark: 'Cars need a moment longer to say hello.',
    applied: true,
  },
]

/** Someone changed these on site: they differ from their type's template. */
const CHANGED: Readonly<Record<string, Record<string, string>>> = {
  'CD-310104-0002': { LightIntensity: '20' },
  'CD-310104-0004': { LightIntensity: '100', ConnectionTimeOut: '30' },
}

/** Their update ends badly, which halts it for all that have not begun. */
const FAULTS: Readonly<Record<string, MaintenanceOptions>> = {
  'CD-440305-0097': { fault: 'install_fails' },
  'CD-440305-0098': { fault: 'download_fails' },
  'CD-330106-0021': { upload_fault: 'fails' },
}

/** How a pile is from the first: what its configuration says instead, and what goes wrong with it. Others do as they were asked. */
export const oddityOf = (station: string): { settings: Record<string, string>; faults: MaintenanceOptions } => ({
  settings: CHANGED[station] ?? {},
  faults: FAULTS[station] ?? {},
})

const says = (code: string, meaning: string) => ({ code, pile_type_id: null, meaning: { [FALLBACK]: meaning } })

/** What the maker's own codes mean, by its manual. */
export const faultCodes = [
  says('F21', 'Residual current above 30 mA. Measure the isolation of cable and plug before anybody charges.'),
  says('T07', 'Outlet above 85 °C. Power is cut until it is below 60 °C. Clean the filter mats, check the fan.'),
  says('K03', 'The lock did not engage within 2 s. Look for dirt in the socket, then try the lock motor.'),
  says('P11', 'No PLC link to the car. Plug in once more; if it stays, try another car.'),
  says('V02', 'Grid voltage above 264 V. The pile waits until it is back; tell the grid operator if it lasts.'),
  says('M01', 'The meter does not answer on its bus. Check plug and terminator of the meter bus.'),
]

/** Who is told of which alarms: danger at once and, where nobody comes, once more; what is away for a while not at night. */
export const alarmRules = [
  {
    ...{ name: 'Danger', position: 10, severity: 'critical', tell_handlers: true, ways: ['push'] },
    codes: ['GroundFailure', 'HighTemperature', 'OverCurrentFailure', 'TamperDetectionActivated'],
    further: { escalate_minutes: 15 },
  },
  {
    ...{ name: 'Offline', position: 50, kinds: ['offline'], tell_handlers: true, ways: ['push'], tell_minutes: 30 },
    ...{ quiet_from: 22, quiet_to: 7, further: null },
  },
]

export const messages = [
  { name: 'Echo', vendor_id: 'Chargedeck', message_id: 'Echo', data: 'are you there' },
  { name: 'Dim the display at night', vendor_id: 'Chargedeck', message_id: 'Display', data: '{"dim_from":"22:00"}' },
]

/** Drivers of a fleet, of whom so many charge at the same time, and staff who may end anybody's session. */
export const cardGroups = [
  {
    ...{ number: 'PUDONG-TAXI-3', name: 'Pudong Taxi 3rd Fleet', kind: 'drivers', at_once: 2 },
    ...{ customer: 'Pudong Taxi 3rd Fleet', cards: ['04F1EE7001A1', '04F1EE7001A2', '04F1EE7001A3'] },
  },
  {
    ...{ number: 'SITE-STAFF', name: 'Site staff', kind: 'master_pass', at_once: null },
    ...{ customer: null, cards: ['04F1EE7100B1'] },
  },
] as const

/** What piles with a screen show. */
export const displayMessages = [
  {
    ...{ name: 'Leave when full', site: 'West Lake Depot', priority: 'normal', format: 'utf8', language: 'en' },
    texts: {
      en: 'Please move your car once it is full: others are waiting.',
    },
  },
] as const

const usual = {
  charging_profile_kind: 'recurring',
  recurrency_kind: 'daily',
  start_schedule: '2026-01-01T16:00:00.000Z',
}
const hour = 3_600

export const profiles = [
  {
    ...{ name: 'Evening peak', site: 'West Lake Depot', ...usual, stack_level: 1, duration: 24 * hour },
    charging_profile_purpose: 'session_default',
    charging_rate_unit: 'W',
    periods: [
      { start: 0, limit: 240_000, phases: null },
      { start: 17 * hour, limit: 120_000, phases: null },
      { start: 22 * hour, limit: 240_000, phases: null },
    ],
    pushed: true,
  },
  {
    ...{ name: 'Quiet nights', site: 'Qianjiang New City', ...usual, stack_level: 0, duration: 24 * hour },
    charging_profile_purpose: 'session_default',
    charging_rate_unit: 'A',
    periods: [
      { start: 0, limit: 16, phases: null },
      { start: 6 * hour, limit: 32, phases: null },
    ],
    pushed: false,
  },
  {
    // One pile there speaks the version that takes it.
    ...{ name: 'Buses first', site: 'West Lake Depot', stack_level: 0, start_schedule: usual.start_schedule },
    ...{ charging_profile_kind: 'absolute', charging_profile_purpose: 'priority', charging_rate_unit: 'W' },
    periods: [{ start: 0, limit: 240_000, phases: null }],
    pushed: true,
  },
]

const care = { idle_only: false, stop_percent: 20 }

/** One that is signed and done, one that its first piles halted, one that waits for the night. */
export const firmwares = [
  {
    ...{ name: 'AC 1.4.3', site: 'Qianjiang New City', type: 'AC 22 kW', file: 'CD-A22-1.4.3.bin' },
    ...{ firmware_version: '1.4.3', ...care, signed: true },
  },
  {
    ...{ name: 'DC 2.2.0, Nanshan', site: 'Nanshan Hub', type: 'DC 120 kW', file: 'CD-D120-2.2.0.bin' },
    ...{ firmware_version: '2.2.0', ...care, pilot: 2, signed: false },
  },
  {
    ...{ name: 'DC 2.2.0, Lujiazui', site: 'Lujiazui P2', type: 'DC 120 kW', file: 'CD-D120-2.2.0.bin' },
    ...{ firmware_version: '2.2.0', ...care, pilot: 2, window_from: 2, window_to: 4, signed: false },
  },
]

const IMAGE_BYTES = 96 * 1024

/** A firmware's file: bytes that are nothing else. */
export function imageOf(name: string): Buffer {
  const random = seeded(name.length)
  return Buffer.concat([
    Buffer.from([0x7f, 0x43, 0x44]),
    Buffer.from(Array.from({ length: IMAGE_BYTES }, () => random() * 256)),
  ])
}

export const uploads = [
  { station: 'CD-310115-0007', what: 'diagnostics' },
  { station: 'CD-310115-0007', what: 'security_log' },
  { station: 'CD-330106-0021', what: 'diagnostics' },
] as const

/** So many piles lie between two that are reserved. */
export const APART = 5
export const reservations = [
  { hours: 2, by: 'customer_id', cancelled: false },
  { hours: 4, by: 'card_number', cancelled: false },
  { hours: 1, by: 'customer_id', cancelled: true },
  { hours: 6, by: 'customer_id', cancelled: false },
  { hours: 3, by: 'card_number', cancelled: false },
] as const

/** Hours from now; without a station the whole site. */
export const maintenances = [
  { work: 'New cooling fans', station: 'CD-310104-0003', site: null, from: -1, to: 5 },
  { work: 'Check of the meters', station: null, site: 'Lujiazui P2', from: 30, to: 34 },
] as const

/** They come by certificates of their own; one of them knows no such call. */
/** Work at piles: planned in so many days, under way, and done. */
export const workOrders = [
  { station: 'CD-310115-0005', set: { work: 'Replace the filter of fan 2', state: 'planned' }, due_in: 3 },
  {
    station: 'CD-310115-0006',
    set: { work: 'Cable of gun 1 is worn', state: 'under_way', found: 'Outer sheath cut' },
    due_in: 0,
  },
  {
    station: 'CD-310115-0008',
    set: {
      ...{ work: 'Ground failure after rain', state: 'done', minutes: 35 },
      ...{ found: 'Water in the plug of gun 1', did: 'Plug dried, seal replaced', parts: 'Seal of the plug' },
    },
    due_in: -2,
  },
] as const

export const REFUSES_CERTIFICATE = 'CD-310115-0010'
export const secured = ['CD-310115-0005', 'CD-310115-0006', 'CD-310115-0008', 'CD-310115-0009', REFUSES_CERTIFICATE]

/** `minutes` ago. */
export const events = [
  { station: 'CD-310115-0012', type: 'StartupOfTheDevice', minutes: 58, info: null },
  { station: 'CD-310104-0003', type: 'SettingSystemTime', minutes: 46, info: 'was 41 s behind' },
  { station: 'CD-330106-0019', type: 'ResetOrReboot', minutes: 33, info: 'watchdog' },
  { station: 'CD-440305-0099', type: 'ReconfigurationOfSecurityParameters', minutes: 27, info: null },
  { station: 'CD-440304-0012', type: 'TamperDetectionActivated', minutes: 12, info: 'service door open' },
  { station: 'CD-440304-0016', type: 'MaintenanceLogin', minutes: 9, info: 'local user service' },
] as const
