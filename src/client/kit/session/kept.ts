interface Kept {
  value: unknown
  /** Milliseconds since the epoch; 0 never ends. */
  ends: number
}

/** Keeps a value in local storage, for `seconds` or for good when 0. A full or forbidden storage is no failure. */
export function keep(key: string, value: unknown, seconds = 0) {
  const kept: Kept = { value, ends: seconds > 0 ? Date.now() + seconds * 1000 : 0 }
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Private windows may refuse; the value then lives until the reload.
  }
}

export function kept<T>(key: string): T | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    if (!found) return null
    if (found.ends === 0 || found.ends > Date.now()) return found.value as T
    localStorage.removeItem(key)
  } catch {
    // Written by something else: as good as absent.
  }
  return null
}

export const forget = (key: string) => localStorage.removeItem(key)

/** Forgets everything whose key begins so. */
export function forgetAll(prefix: string) {
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}
