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

/**
 * The station number in what was scanned or typed: a label's own code, an address that names the station or ends with
 * it.
 */
export function stationIn(code: string): string {
  const text = code.trim()
  if (!/^[a-z]+:\/\//i.test(text)) return text.replace(CONNECTOR, '')
  try {
    const address = new URL(text)
    const named = ['station_number', 'station', 'sn', 'code']
      .map((name) => address.searchParams.get(name))
      .find(Boolean)
    return named ?? decodeURIComponent(address.pathname.split('/').filter(Boolean).at(-1) ?? text)
  } catch {
    return text
  }
}

/** The number of the connector that a connector's label names; null on a pile's. */
export function connectorIn(code: string): number | null {
  const text = code.trim()
  const named = CONNECTOR.exec(text)?.[1] ?? inAddress(text)
  const number = named ? Number(named) : 0
  return Number.isInteger(number) && number > 0 ? number : null
}

function inAddress(text: string): string | null {
  try {
    const { searchParams } = new URL(text)
    return searchParams.get('connector') ?? searchParams.get('gun')
  } catch {
    return null
  }
}
