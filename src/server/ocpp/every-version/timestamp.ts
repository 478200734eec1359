import type { Flag } from '../flags.ts'

/** A time that nobody can read becomes the epoch: what a pile without a clock says, and what no order is billed on. */
const UNREADABLE = 0

const LOOSE =
  /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})[T ]?(\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d+))?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i
const EPOCH = /^(\d{10})(\d{3})?$/

/** Reads a pile's timestamp to epoch milliseconds. A time without a zone is read as UTC, which the standard recommends, and flagged. */
export function readInstant(text: string, flag: Flag): number {
  if (isPlain(text)) {
    const at = Date.parse(text)
    if (!Number.isNaN(at)) return at
  }
  return readLoosely(text.trim(), flag)
}

// 2026-11-20T23:09:41.708Z and the like, which the engine parses fast and rightly.
const isPlain = (text: string) =>
  text.length >= 20 && text[4] === '-' && text[10] === 'T' && text[text.length - 1] === 'Z'

function readLoosely(text: string, flag: Flag): number {
  const epoch = EPOCH.exec(text)
  if (epoch) {
    flag('odd_time', text)
    return Number(epoch[1]) * 1000 + Number(epoch[2] ?? 0)
  }
  const [, year, month, day, hour, minute, second = '00', fraction = '0', zone] = LOOSE.exec(text) ?? []
  const millis = fraction.slice(0, 3).padEnd(3, '0')
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${millis}${zoneOf(zone)}`)
  if (Number.isNaN(at)) {
    flag('unreadable_time', text)
    return UNREADABLE
  }
  if (!zone) flag('time_without_zone', text)
  else if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(text)) flag('odd_time', text)
  return at
}

function zoneOf(zone: string | undefined): string {
  if (!zone || zone.toUpperCase() === 'Z') return 'Z'
  const digits = zone.replace(':', '').padEnd(5, '0')
  return `${digits.slice(0, 3)}:${digits.slice(3)}`
}
