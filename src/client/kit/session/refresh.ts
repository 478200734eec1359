import { createStore, promisifyRequest } from 'idb-keyval'
import { newKey } from '../api/idempotency.ts'
import { forget, kept } from './kept.ts'

/** What a sign-in is renewed with. It lies in IndexedDB, since the service worker renews too and has no local storage. */
export interface Refresh {
  token: string
  remember: boolean
  /** What this browser calls its one try to spend it: an answer that was lost is asked for again under the same name. */
  attempt?: string
}

type Found = Refresh | undefined

const NAME = 'refresh'
const records = createStore('chargedeck-session', 'refresh')
/** Where consoles before kept it. A page of those that is still open may write there once more, so that is the newer one. */
const BEFORE = 'refresh_token'
/** What could not be written: good until the reload, where the browser keeps nothing else. */
let unkept: Found

function takeBefore(): Found {
  const found = kept<Refresh>(BEFORE)
  if (found) forget(BEFORE)
  return found ?? undefined
}

/**
 * Changes it in one transaction: no other page, nor the worker, comes between the reading and the writing. A write that fails
 * leaves what was there, whose try is asked for again.
 */
async function change(next: (found: Found) => Found): Promise<Found> {
  let before: Found
  let result: Found
  try {
    await records('readwrite', (store) => {
      const asking = store.get(NAME)
      asking.onsuccess = () => {
        before = takeBefore()
        const found = before ?? (asking.result as Found) ?? unkept
        result = next(found)
        if (result === undefined) store.delete(NAME)
        else if (result !== asking.result) store.put(result, NAME)
      }
      return promisifyRequest(store.transaction)
    })
    unkept = undefined
  } catch {
    unkept = result ?? next(before ?? takeBefore() ?? unkept)
    result = unkept
  }
  return result
}

export const readRefresh = (): Promise<Refresh | null> => change((found) => found).then((found) => found ?? null)

export const keepRefresh = (token: string, remember: boolean) => change(() => ({ token, remember }))

/** With a name for the try to spend it, which is kept before it is tried. */
export async function startRefresh(): Promise<(Refresh & { attempt: string }) | null> {
  const started = await change((found) => found && { ...found, attempt: found.attempt ?? newKey() })
  return started?.attempt ? { ...started, attempt: started.attempt } : null
}

/**
 * Puts what `spent` was spent for in its place, and calls `kept` in the same step. False when it is not there any more: its
 * person left while the answer was on its way.
 */
export async function replaceRefresh(spent: string, token: string, kept: () => void): Promise<boolean> {
  let replaced = false
  await change((found) => {
    if (found?.token !== spent) return found
    if (!replaced) kept()
    replaced = true
    return { token, remember: found.remember }
  })
  return replaced
}

/** Forgets it, if `left` says so then; a page that is let in meanwhile keeps its own. */
export const forgetRefresh = (left: () => boolean) => change((found) => (found && left() ? undefined : found))
