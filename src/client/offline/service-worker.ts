import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

/** The part of a worker's scope that is used here: the DOM's types, which everything else needs, exclude the worker's own. */
interface WorkerScope {
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
  skipWaiting: () => Promise<void>
  addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
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
