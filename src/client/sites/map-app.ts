interface Place {
  name: string
  longitude: number
  latitude: number
}

/** The address that opens a place in the device's own map: iPhones know no `geo:` (RFC 5870), everything else does. */
export function mapApp({ name, longitude, latitude }: Place, agent = navigator.userAgent): string {
  const point = `${latitude},${longitude}`
  if (/iPhone|iPad|Macintosh/.test(agent)) return `https://maps.apple.com/?ll=${point}&q=${encodeURIComponent(name)}`
  return `geo:${point}?q=${point}(${encodeURIComponent(name)})`
}
