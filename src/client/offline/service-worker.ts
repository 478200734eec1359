import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { OUTBOX_CHANNEL, SEND_NOW, SYNC_TAG } from './background-sync.ts'
import { sendWithoutPage } from './sync-worker.ts'

/** The part of a worker's scope that is used here: the DOM's types, which everything else needs, exclude the worker's own. */
interface WorkerScope {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (of: { type: 'window' }) => Promise<{ postMessage: (message: unknown) => void }[]>
  }
  cookieStore?: { get: (name: string) => Promise<{ value: string } | null> }
  addEventListener: {
    (type: 'message', listener: (event: MessageEvent) => void): void
    (type: 'activate', listener: (event: { waitUntil: (work: Promise<unknown>) => void }) => void): void
    (type: 'sync', listener: (event: SyncEvent) => void): void
  }
}
interface SyncEvent {
  tag: string
  waitUntil: (work: Promise<unknown>) => void
}
declare const self: WorkerScope

/**
 * What the server answers itself. A page around a frame is one of those: its content policy names what may be framed today,
 * and without a network the frame would be empty anyway.
 */
const SERVED = [/^\/api\//, /^\/pub\//, /^\/ocpp\//, /^\/i\//, /^\/(healthz|readyz|metrics)$/]

// Every part of the console is on the device after the first visit; answers of the API are never kept here.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// Each path is a page of the console: it opens without a network.
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: SERVED }))

// A new version waits until the person says so: a form may be half filled.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

// The page of the first visit is the worker's too: the network may go before the second.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

async function readCookie(): Promise<string | null> {
  const cookie = await self.cookieStore?.get('token')
  return cookie ? decodeURIComponent(cookie.value) || null : null
}

let underway: Promise<void> | null = null

/** Open pages send, whatever they can do; the worker sends what it can itself, for there may be none. */
async function sendWhatWaits() {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(SEND_NOW)
  underway ??= sendHere().finally(() => {
    underway = null
  })
  return underway
}

const sendHere = () =>
  sendWithoutPage(readCookie, () => {
    const pages = new BroadcastChannel(OUTBOX_CHANNEL)
    pages.postMessage(null)
    pages.close()
  })

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendWhatWaits())
})
