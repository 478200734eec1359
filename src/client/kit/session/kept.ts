import { base64Of, bytesOf } from './base64.ts'

interface Kept {
  value?: unknown
  /** The value encrypted, in base64. */
  sealed?: string
  /** Milliseconds since the epoch; 0 never ends. */
  ends: number
}

/** Keeps a value in local storage, for `seconds` or for good when 0. A full or forbidden storage is no failure. */
export const keep = (key: string, value: unknown, seconds = 0) => write(key, { value, ends: endOf(seconds) })

export function keepSealed(key: string, sealed: Uint8Array, seconds = 0) {
  write(key, { sealed: base64Of(sealed), ends: endOf(seconds) })
}

const endOf = (seconds: number) => (seconds > 0 ? Date.now() + seconds * 1000 : 0)

function write(key: string, kept: Kept) {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Private windows may refuse; the value then lives until the reload.
  }
}

/** Null when there is none, when it has ended, or when it is sealed. */
export const kept = <T>(key: string): T | null => (read(key)?.value ?? null) as T | null

export function keptSealed(key: string): { sealed: Uint8Array<ArrayBuffer>; ends: number } | null {
  const found = read(key)
  if (typeof found?.sealed !== 'string') return null
  try {
    return { sealed: bytesOf(found.sealed), ends: found.ends }
  } catch {
    return null
  }
}

function read(key: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null
    if (!found || typeof found !== 'object' || typeof found.ends !== 'number') return null
    if (found.ends === 0 || found.ends > Date.now()) return found
    localStorage.removeItem(key)
  } catch {
    // Written by something else: as good as absent.
  }
  return null
}

export const forget = (key: string) => localStorage.removeItem(key)

export const sealedNames = (): string[] => Object.keys(localStorage).filter((key) => read(key)?.sealed !== undefined)

/** Items that have ended go, whether or not anybody asks for them again. */
export function forgetEnded() {
  for (const key of Object.keys(localStorage)) read(key)
}
