/** TypeScript's lib does not know Web NFC. */
interface CardReader extends EventTarget {
  scan: (options: { signal: AbortSignal }) => Promise<void>
}
interface CardRead extends Event {
  serialNumber: string
}

/** Whether this browser reads cards held to the phone. */
export const readsCards = () => 'NDEFReader' in globalThis

/** Whether it may without asking: else a press is needed first. */
export const mayReadCards = (): Promise<boolean> =>
  navigator.permissions?.query({ name: 'nfc' as PermissionName }).then(
    ({ state }) => state === 'granted',
    () => false,
  ) ?? Promise.resolve(false)

/** Gives the serial number of each card that is held to the phone. Throws when the phone's NFC is off or may not be used. */
export async function readCards(found: (serial: string) => void, signal: AbortSignal): Promise<void> {
  const { NDEFReader } = globalThis as unknown as { NDEFReader: new () => CardReader }
  const reader = new NDEFReader()
  const heard = (event: Event) => found((event as CardRead).serialNumber)
  reader.addEventListener('reading', heard)
  // A card without our kind of text has its number all the same.
  reader.addEventListener('readingerror', heard)
  await reader.scan({ signal })
}
