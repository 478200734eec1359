/** A part did not come for want of this file. */
export class LostFile extends Error {}

/** By address, what is here or on the way. */
const brought = new Map<string, Promise<void>>()

/** A service worker that answers has all files on the device: to ask for each twice would cost a start half a second on a phone. */
const isTakenAlong = () => Boolean(navigator.serviceWorker?.controller)

/** The page itself asks for these; a second time would bring them twice. */
const askedByPage = () =>
  new Set(
    [...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>('link[rel=modulepreload], script[src]')].map(
      (asked) => new URL('src' in asked ? asked.src : asked.href).pathname,
    ),
  )

/**
 * Has the browser keep these scripts before any is imported. A browser never asks again for a module that was lost on the way once, as long
 * as its page stands there (HTML, fetch a single module script); what was fetched and lost is fetched again. Rejects where one does not come.
 */
export async function bringFiles(addresses: readonly string[]): Promise<void> {
  if (isTakenAlong()) return
  const missing = addresses.filter((address) => !brought.has(address))
  if (missing.length > 0) {
    const asked = askedByPage()
    for (const address of missing) brought.set(address, asked.has(address) ? Promise.resolve() : bring(address))
  }
  await Promise.all(addresses.map((address) => brought.get(address)))
}

async function bring(address: string): Promise<void> {
  // Until its end is here it is not kept.
  const came = await fetch(address)
    .then((response) => response.arrayBuffer().then(() => response.ok))
    .catch(() => false)
  if (came) return
  brought.delete(address)
  throw new LostFile(address)
}
