import { createStore, del, get, set } from 'idb-keyval'

interface Stored {
  key: CryptoKey
  /** Milliseconds since the epoch. */
  ends: number
}

const NAME = 'key'
const keys = () => createStore('chargedeck-key', 'keys')

/** Keeps the key as an object that no script can read the bytes of, for who is remembered on this device. */
export const storeKey = (key: CryptoKey, seconds: number): Promise<void> =>
  quietly(() => set(NAME, { key, ends: Date.now() + seconds * 1000 } satisfies Stored, keys()))

export const dropKey = (): Promise<void> => quietly(() => del(NAME, keys()))

export async function storedKey(): Promise<CryptoKey | null> {
  const found = await quietly(() => get<Stored>(NAME, keys()))
  if (!found) return null
  if (found.ends > Date.now()) return found.key
  await dropKey()
  return null
}

/** A private window may have no such store: the server is asked for the key then. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}
