import { parsedFrame } from './read-frame.ts'

/** `location` is where a meter measures in these, an address with a password elsewhere. */
const PLACES = /^(Inlet|Outlet|Body|Cable|EV|Upstream)$/
const MASK = '•••'

/** What anybody may see, by the protocols' own words. */
export interface PublicWords {
  fields: readonly string[]
  closed: readonly string[]
}

/** Hides what is private in a frame's text; null when it is no frame. Of closed calls no values are shown at all. */
export function maskingOf({ fields, closed }: PublicWords): (text: string) => string | null {
  const shown = new Set(fields)
  const isClosed = new Set(closed)
  const masked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(masked)
    if (!isRecord(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        shown.has(name) && isPlain(name, inner) ? masked(inner) : MASK,
      ]),
    )
  }
  return (text) => {
    const frame = parsedFrame(text)
    switch (frame?.[0]) {
      case 2:
      case 6: {
        const [type, id, action, payload] = frame
        return JSON.stringify([type, id, action, isClosed.has(String(action)) ? hidden(payload) : masked(payload)])
      }
      case 3:
        return JSON.stringify([3, frame[1], masked(frame[2])])
      case 4:
      case 5:
        return JSON.stringify([frame[0], frame[1], frame[2], frame[3] ? MASK : '', hidden(frame[4])])
      default:
        return null
    }
  }
}

/** Which fields there are, and nothing of what they say. */
const hidden = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.keys(value).map((name) => [name, MASK])) : {}

const isPlain = (name: string, inner: unknown): boolean =>
  name !== 'location' || (typeof inner === 'string' && PLACES.test(inner))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
