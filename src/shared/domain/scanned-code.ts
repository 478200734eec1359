import { endOfAddress, stationIn } from './label-code.ts'

/** What may stand before a number on a plate: `IMEI: 8694…`, `S/N DC-0012`. */
const NAMED = /^(?:imei|s\/?n|no|编号|桩号|设备号|自编码)[\s:：.=]+/i
const IMEI = /(?:^|\D)(\d{15})(?:\D|$)/
/** The serial number of a card's chip, as a phone's reader says it: `04:a2:7f:19`. */
const CHIP = /^[0-9a-f]{2}(?::[0-9a-f]{2}){3,9}$/i

/** The numbers that a scanned or typed code may mean, the likeliest first. */
export interface ScannedNumbers {
  /** Of piles: station numbers, self-codes, serial numbers and IMEIs. */
  piles: string[]
  cards: string[]
}

/** A plate's code may hold several numbers, each in its own line or behind a semicolon. */
const partsOf = (text: string) =>
  text
    .split(/[;\r\n]+/)
    .map((part) => part.trim().replace(NAMED, '').trim())
    .filter(Boolean)

/** People and plates group an IMEI's digits. */
const imeiIn = (text: string): string[] => {
  const found = IMEI.exec(text.replace(/(\d)[\s-](?=\d)/g, '$1'))
  return found?.[1] ? [found[1]] : []
}

/** Some readers say a chip's bytes in the other order, and cards are known by what their first reader said. */
function chipsIn(text: string): string[] {
  if (!CHIP.test(text)) return []
  const bytes = text.toUpperCase().split(':')
  return [bytes.join(''), bytes.toReversed().join('')]
}

export function numbersIn(code: string): ScannedNumbers {
  // Who types with an input method for Chinese may write all of it wide.
  const text = code.normalize('NFKC').trim()
  const station = stationIn(text)
  const isAddress = /^[a-z]+:\/\//i.test(text)
  const parts = isAddress ? [] : partsOf(text)
  const known = (numbers: readonly (string | null)[]) => [...new Set(numbers)].flatMap((number) => number || [])
  return {
    piles: known([station, endOfAddress(text), ...parts, ...(isAddress ? [] : imeiIn(text))]),
    cards: known([...chipsIn(text), station, ...parts]),
  }
}
