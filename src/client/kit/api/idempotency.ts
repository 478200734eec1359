/** A key under which a write may be sent again: randomUUID is missing over plain HTTP, where phones on a lot's network are. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
