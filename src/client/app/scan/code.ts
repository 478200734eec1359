/** The station number in what was scanned or typed: a pile's code is the number itself, an address that ends with it, or one that names it. */
export function stationIn(code: string): string {
  const text = code.trim()
  if (!/^[a-z]+:\/\//i.test(text)) return text
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
