/** A part did not come for want of this file. */
export class LostFile extends Error {}

/** Files that parts need, and of each part that needs others their places in `names`. The build writes it (console-files.ts). */
export interface Parts {
  names: string[]
  needs: Record<string, number[]>
}

let table: Promise<Parts> | undefined

/** As the build leaves it: the file lies beside the script that loads it. */
const IMPORTED = /\bimport\(["'`]\.\/([^"'`]+)["'`]\)/

/** In place of the names of a part's files: it needs its own alone. */
export const ALONE = 0

/**
 * All files of a part. Those of a first page are named where it is loaded; of all others the table has what they need beside the file that
 * `load` imports. Rejects where the table does not come; the next time it is asked for again.
 */
export async function filesOf(
  load: () => unknown,
  named: readonly string[] | typeof ALONE = [],
): Promise<readonly string[]> {
  if (named !== ALONE && named.length > 0) return named
  const [, imported] = IMPORTED.exec(String(load)) ?? []
  if (!imported) return []
  const file = `assets/${imported}`
  if (named === ALONE) return [file]
  table ??= bringTable()
  const { names, needs } = await table
  return [file, ...(needs[file] ?? []).map((place) => names[place] as string)]
}

async function bringTable(): Promise<Parts> {
  const { parts } = JSON.parse(document.getElementById('first-files')?.textContent ?? '{}')
  try {
    const answer = await fetch(`/${parts}`)
    if (answer.ok) return await answer.json()
  } catch {}
  table = undefined
  throw new LostFile(`/${parts}`)
}

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
