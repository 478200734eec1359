import { createStore, del, get, keys, set } from 'idb-keyval'

/** The last answer of a call, to be read when there is no network. */
export interface Copy<D = unknown> {
  data: D
  /** When the server gave it. */
  at: string
}

const store = createStore('chargedeck-copies', 'answers')
/** Beyond this many a person's oldest copies make room. */
const MOST = 60

const slot = (userId: number, name: string) => `${userId}/${name}`

/** Keeps the answer to `name`, a call with what was asked. A full disk loses the copy, not the screen. */
export async function keepCopy(userId: number, name: string, data: unknown): Promise<void> {
  try {
    await set(slot(userId, name), { data, at: new Date().toISOString() } satisfies Copy, store)
    await makeRoom(userId)
  } catch {
    // No room, or a private window without storage.
  }
}

export async function readCopy<D>(userId: number, name: string): Promise<Copy<D> | undefined> {
  try {
    return await get<Copy<D>>(slot(userId, name), store)
  } catch {
    return undefined
  }
}

export async function forgetCopies(userId: number): Promise<void> {
  for (const key of await keysOf(userId)) await del(key, store)
}

const keysOf = async (userId: number) => (await keys<string>(store)).filter((key) => key.startsWith(`${userId}/`))

async function makeRoom(userId: number) {
  const kept = await keysOf(userId)
  if (kept.length <= MOST) return
  const aged = await Promise.all(kept.map(async (key) => ({ key, at: (await get<Copy>(key, store))?.at ?? '' })))
  aged.sort((a, b) => a.at.localeCompare(b.at))
  for (const { key } of aged.slice(0, kept.length - MOST)) await del(key, store)
}
