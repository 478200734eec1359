const CONNECTOR = /\?connector=(\d{1,3})$/

/**
 * What the code on a pile's label says: its station number; on a connector's label the connector's number behind it.
 * With an `address`, where `{station}` and `{connector}` stand for the two, it is that: the page of a driver's app.
 */
export function labelCode(station: string, connector: number | null = null, address = ''): string {
  if (address)
    return address
      .replaceAll('{station}', encodeURIComponent(station))
      .replaceAll('{connector}', connector === null ? '' : String(connector))
  return connector === null ? station : `${station}?connector=${connector}`
}

/** Whether an address can stand in a label's code: one without the station number would be the same on every pile. */
export function isLabelAddress(address: string): boolean {
  if (!address.includes('{station}')) return false
  try {
    return /^https?:$/.test(new URL(labelCode('CD-1', 1, address)).protocol)
  } catch {
    return false
  }
}

/** By which names addresses say a station. */
const STATION_NAMES = ['station_number', 'station', 'sn', 'code', 'pile']
const GUN_NAMES = ['connector', 'gun']
/** A connector's number, alone between two slashes. */
const BARE = /^\d{1,3}$/

interface Address {
  named(names: readonly string[]): string | undefined
  segments: string[]
}

/** Pages of one script have their path and their names behind the #. */
function addressIn(text: string): Address | null {
  if (!/^[a-z]+:\/\//i.test(text)) return null
  try {
    const { pathname, searchParams, hash } = new URL(text)
    const [way = '', query = ''] = hash.replace(/^#!?/, '').split('?')
    const all = [searchParams, new URLSearchParams(query)]
    return {
      named: (names) =>
        names
          .flatMap((name) => all.map((params) => params.get(name)))
          .find((value) => value !== null && value !== '') ?? undefined,
      segments: `${pathname}/${way}`.split('/').filter(Boolean).map(decodeURIComponent),
    }
  } catch {
    return null
  }
}

/** The part that is a number and no connector's, from the end: `/CD-0001/2`, `/CD-0001/guns/2`. */
const numbered = ({ segments }: Address) => segments.findLast((part) => /\d/.test(part) && !BARE.test(part))

/**
 * The station number in what was scanned or typed: a label's own code, an address that names the station or has it in
 * its path.
 */
export function stationIn(code: string): string {
  const text = code.trim()
  const address = addressIn(text)
  if (!address) return text.replace(CONNECTOR, '')
  return address.named(STATION_NAMES) ?? numbered(address) ?? address.segments.at(-1) ?? text
}

/** What an address ends with, where its station may be that as well; null elsewhere. */
export function endOfAddress(code: string): string | null {
  const address = addressIn(code.trim())
  return address && !address.named(STATION_NAMES) ? (address.segments.at(-1) ?? null) : null
}

/** The number of the connector that a connector's label names; null on a pile's. */
export function connectorIn(code: string): number | null {
  const text = code.trim()
  const named = CONNECTOR.exec(text)?.[1] ?? inAddress(addressIn(text))
  const number = named ? Number(named) : 0
  return Number.isInteger(number) && number > 0 ? number : null
}

function inAddress(address: Address | null): string | undefined {
  if (!address) return undefined
  const end = address.segments.at(-1)
  const isBehindStation = end !== undefined && BARE.test(end) && numbered(address) !== undefined
  return address.named(GUN_NAMES) ?? (isBehindStation ? end : undefined)
}
