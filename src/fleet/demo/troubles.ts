import { exponential, pick, type Random, wholeBetween } from '../random.ts'
import type { CopyRow } from './history.ts'
import { DARK_STATIONS, type DemoPile, piles } from './network.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()

const FAULTS = [
  ['GroundFailure', 'residual current 38 mA', 'Isolation measured, cable replaced.', 'F21'],
  ['HighTemperature', 'cabinet 78 °C', 'Filter mats cleaned.', 'T07'],
  ['ConnectorLockFailure', 'lock did not engage', 'Lock motor greased, works again.', 'K03'],
  ['EVCommunicationError', 'no PLC link', 'Only with one car model; told the maker.', 'P11'],
  ['OverVoltage', 'L2 268 V', 'Grid operator informed.', 'V02'],
  ['PowerMeterFailure', 'meter does not answer', 'Meter bus plugged in again.', 'M01'],
] as const

/** Alarms of the last 90 days: the old ones handled, those of the last day over by themselves. */
export function demoAlarms(random: Random, { from, to }: { from: number; to: number }): CopyRow[] {
  const faults: CopyRow[] = piles.flatMap((pile) =>
    spells(random, { from, to: awakeUntil(pile, to), every: 14 * DAY }).map((at) => fault(random, pile, { at, to })),
  )
  const dark: CopyRow[] = piles
    .filter(({ station }) => DARK_STATIONS.includes(station))
    .map((pile, index) => ({
      ...alarmRow(pile, { code: 'Offline', kind: 'offline', connector: null, message: null, at: darkSince(to, index) }),
      vendor_code: null,
      status: 'open',
      cleared_at: null,
      handled_at: null,
      handled_by: null,
      remark: null,
    }))
  return [...faults, ...dark].toSorted((a, b) => Date.parse(String(a.raised_at)) - Date.parse(String(b.raised_at)))
}

/** Spells without a network; those of the dark piles last on. */
export function demoOfflineRecords(random: Random, { from, to }: { from: number; to: number }): CopyRow[] {
  const past = piles.flatMap((pile) =>
    spells(random, { from, to: to - 6 * HOUR, every: 9 * DAY }).map((at) =>
      offlineRow(pile, at, at + exponential(random, 25) * MINUTE),
    ),
  )
  const dark = piles.filter(({ station }) => DARK_STATIONS.includes(station))
  const lasting = dark.map((pile, index) => offlineRow(pile, darkSince(to, index), null))
  return [...past.filter(({ online_at }) => Date.parse(String(online_at)) < to), ...lasting]
}

/** The first dark pile went silent three hours ago, the second two days ago. */
export const darkSince = (to: number, index: number) => to - (index === 0 ? 3 * HOUR : 2 * DAY + 5 * HOUR)

/** A dark pile says nothing of its faults. */
function awakeUntil({ station }: DemoPile, to: number): number {
  const dark = DARK_STATIONS.indexOf(station)
  return dark < 0 ? to : darkSince(to, dark)
}

function spells(random: Random, { from, to, every }: { from: number; to: number; every: number }): number[] {
  const instants: number[] = []
  for (let at = from + exponential(random, every); at < to; at += HOUR + exponential(random, every)) instants.push(at)
  return instants
}

function fault(random: Random, pile: DemoPile, { at, to }: { at: number; to: number }): CopyRow {
  const [code, message, remark, vendor_code] = pick(random, FAULTS)
  const connector = pick(random, pile.guns)
  const cleared = at + wholeBetween(random, 3, 90) * MINUTE
  const handled = at + wholeBetween(random, 10, 900) * MINUTE
  const open = at > to - DAY || handled >= to
  // What is over by itself before anyone came is closed.
  const status = open ? 'recovered' : random() < 0.8 ? 'processed' : 'confirmed'
  return {
    ...alarmRow(pile, { code, kind: 'fault', connector, message, at }),
    vendor_code,
    status,
    cleared_at: cleared < to ? iso(cleared) : iso(to - MINUTE),
    handled_at: open ? null : iso(handled),
    handled_by: open ? null : 'admin',
    remark: open ? null : remark,
  }
}

interface Raised {
  code: string
  kind: string
  connector: number | null
  message: string | null
  at: number
}

const alarmRow = (pile: DemoPile, { code, kind, connector, message, at }: Raised): CopyRow => ({
  code,
  kind,
  site_id: pile.site_id,
  pile_id: pile.id,
  connector_number: connector,
  message,
  raised_at: iso(at),
  created_at: iso(at),
  updated_at: iso(at),
})

const offlineRow = (pile: DemoPile, from: number, to: number | null): CopyRow => ({
  pile_id: pile.id,
  offline_at: iso(from),
  online_at: to && iso(to),
  offline_seconds: to && Math.round((to - from) / 1000),
  created_at: iso(from),
  updated_at: iso(to ?? from),
})
