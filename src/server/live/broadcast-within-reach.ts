import type { Changed } from '../../shared/endpoints/live.ts'
import { permissionOf } from '../../shared/kit/entity.ts'
import type { Browser } from './browser.ts'
import type { ViewerReach } from './viewer.ts'

type Send = (browser: Browser, text: string) => void

/** Tells each browser of a change as much of it as its viewer reaches; those who reach all of it wait for no look-up. */
export async function broadcastWithinReach(change: Changed, browsers: readonly Browser[], send: Send): Promise<void> {
  const permission = permissionOf({ name: change.entity }, 'list')
  const bySight = new Map<string, { sight: ViewerReach; browsers: Browser[] }>()
  const text = JSON.stringify(change)
  for (const browser of browsers) {
    const sight = browser.viewer?.sight(permission)
    if (sight === undefined) continue
    if (sight === null || change.ids === null) send(browser, text)
    else {
      const alike = bySight.get(sight.key) ?? { sight, browsers: [] }
      alike.browsers.push(browser)
      bySight.set(sight.key, alike)
    }
  }
  for (const { sight, browsers } of bySight.values()) {
    const seen = await seenOf(change, sight)
    if (seen) for (const browser of browsers) send(browser, JSON.stringify(seen))
  }
}

/** Null when none of it is theirs. Whose a record was that is gone, or cannot be looked up, is told without naming any. */
async function seenOf(change: Changed, sight: ViewerReach): Promise<Changed | null> {
  const unnamed = { ...change, ids: null }
  try {
    const { ids, gone } = await sight.theirs(change.entity, change.ids ?? [])
    if (gone) return unnamed
    return ids.length ? { ...change, ids } : null
  } catch {
    return unnamed
  }
}
