/** The database of answers that wait on this device. */
export const OUTBOX_DATABASE = 'chargedeck-outbox'

/** On which pages hear that what waits has changed. */
export const OUTBOX_CHANNEL = 'chargedeck-outbox'
/** What the browser calls the worker for once there is a network, and what the worker says to open pages then. */
export const SYNC_TAG = 'chargedeck-outbox'
export const SEND_NOW = 'send-now'

type Syncing = ServiceWorkerRegistration & { sync?: { register: (tag: string) => Promise<void> } }

/** Asks the browser to wake the worker when the network is back, also when no page is open; not every browser offers it. */
export async function askForSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as Syncing | undefined
    await registration?.sync?.register(SYNC_TAG)
  } catch {
    // Forbidden by the person, or a private window: an open page sends.
  }
}

/** What the worker says of notifications to open pages: one was pressed, and leads there; a test has arrived. */
export const OPEN_PATH = 'open-path'
export const PUSH_ARRIVED = 'push-arrived'
export type PushNews = { type: typeof OPEN_PATH; path: string } | { type: typeof PUSH_ARRIVED; id: number }
