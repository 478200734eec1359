import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { ARCHIVE_PATH, unpack } from './archive.ts'
import { OUTBOX_CHANNEL, type PushNews, SEND_NOW, SYNC_TAG } from './background-sync.ts'
import type { Decision } from './outbox.ts'
import { type PushScope, pressed, showPush, subscriptionChanged, waitingOn } from './push-worker.ts'
import { takeShared } from './shared-photos.ts'
import { SHARE_PATH } from './shared-store.ts'
import { sendWithoutPage } from './sync-worker.ts'

/** The part of a worker's scope that is used here: the DOM's types, which everything else needs, exclude the worker's own. */
interface WorkerScope {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (of: {
      type: 'window'
    }) => Promise<{ postMessage: (message: PushNews | string) => void; focus: () => Promise<unknown> }[]>
    openWindow: (path: string) => Promise<unknown>
  }
  registration: PushScope['registration'] & { sync?: { register: (tag: string) => Promise<void> } }
  navigator: PushScope['navigator']
  cookieStore?: { get: (name: string) => Promise<{ value: string } | null> }
  addEventListener: {
    (type: 'message', listener: (event: MessageEvent) => void): void
    (type: 'install', listener: (event: Installing) => void): void
    (type: 'activate', listener: (event: Lasting) => void): void
    (type: 'sync', listener: (event: SyncEvent) => void): void
    (type: 'push', listener: (event: Lasting & { data: { json: () => unknown } | null }) => void): void
    (type: 'notificationclick', listener: (event: NotificationClick) => void): void
    (type: 'pushsubscriptionchange', listener: (event: SubscriptionChange) => void): void
  }
}
type Lasting = Parameters<PrecacheController['install']>[0]
/** Static routing: what is on a route never becomes an event of the worker. */
interface Route {
  condition: { urlPattern: { pathname: string } }
  source: 'network' | { cacheName: string }
}
/** Not every browser has it. */
type Installing = Lasting & { addRoutes?: (routes: Route[]) => Promise<void> }
type SyncEvent = Lasting & { tag: string }
type NotificationClick = Lasting & { notification: Parameters<typeof pressed>[0]; action: string }
type SubscriptionChange = Lasting & { newSubscription: PushSubscription | null }
declare const self: WorkerScope

/**
 * What the server answers itself. A page around a frame is one of those: its content policy names what may be framed today,
 * and without a network the frame would be empty anyway.
 */
const SERVED_UNDER = ['/api/', '/pub/', '/ocpp/', '/i/']
const SERVED = [...SERVED_UNDER.map((path) => new RegExp(`^${path}`)), /^\/(healthz|readyz|metrics)$/]

// Every part of the console is on the device after the first visit; answers of the API are never kept here.
const files = self.__WB_MANIFEST
const pathOf = (file: (typeof files)[number]) => (typeof file === 'string' ? file : file.url)
const archive = files.map(pathOf).find((path) => ARCHIVE_PATH.test(path))
const precache = new PrecacheController()
precache.addToCacheList(files.filter((file) => pathOf(file) !== archive))
registerRoute(new PrecacheRoute(precache))
cleanupOutdatedCaches()
// Each path is a page of the console: it opens without a network.
registerRoute(new NavigationRoute(precache.createHandlerBoundToURL('/index.html'), { denylist: SERVED }))

// A photo that another app shares; GET of the same path is a page.
registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  ({ request }) => takeShared(request),
  'POST',
)

/**
 * What the server answers itself, and what is kept under its own address, does not wake the worker. One that is being replaced must come
 * to rest first: a request that reaches it while it stops starts it again, and Chromium then lets it stay up to five minutes more. What
 * is not in the cache is asked of the server.
 */
const past = (path: string, source: Route['source']): Route => ({
  condition: { urlPattern: { pathname: `${path}*` } },
  source,
})
const PAST_THE_WORKER = [
  ...SERVED_UNDER.map((path) => past(path, 'network')),
  past('/assets/', { cacheName: precache.strategy.cacheName }),
]

// What the archive does not bring, for whatever reason, is asked for one by one.
const install = async (event: Installing) => {
  await event.addRoutes?.(PAST_THE_WORKER).catch(() => {})
  if (archive) await unpackAll(archive).catch(() => {})
  await precache.install(event)
}
const unpackAll = async (path: string) =>
  unpack(path, [...precache.getURLsToCacheKeys().values()], await caches.open(precache.strategy.cacheName))
self.addEventListener('install', (event) => event.waitUntil(install(event)))
self.addEventListener('activate', (event) => event.waitUntil(precache.activate(event)))

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

/** `sent` is what the server took: pages show it as said until they were told what came of it. */
function tellPages(sent: readonly Decision[] = []) {
  const pages = new BroadcastChannel(OUTBOX_CHANNEL)
  pages.postMessage(sent)
  pages.close()
}

const pushScope: PushScope = {
  registration: self.registration,
  clients: self.clients,
  navigator: self.navigator,
  readCookie,
  askForSync: async () => void (await self.registration.sync?.register(SYNC_TAG).catch(() => {})),
  tellPages,
}

const sendHere = async () => sendWithoutPage(readCookie, tellPages, await waitingOn(pushScope))

self.addEventListener('sync', (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendWhatWaits())
})

self.addEventListener('push', (event) => {
  // A push service may wake the worker without anything to show.
  const payload = event.data?.json() as Parameters<typeof showPush>[0] | undefined
  if (payload) event.waitUntil(showPush(payload, pushScope))
})
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(pressed(event.notification, event.action, pushScope)),
)
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(subscriptionChanged(event.newSubscription?.toJSON(), pushScope)),
)
