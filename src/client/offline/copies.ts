import { createStore, del, get, keys, set } from 'idb-keyval'
import { hiddenName, seal, sealing, unseal } from '../kit/session/sealing.ts'

/** The last answer of a call, to be read when there is no network. */
export interface Copy<D = unknown> {
  data: D
  /** When the server gave it. */
  at: string
}

/** As it lies on the device: encrypted where what belongs to a person is. `of` is the entity whose list it is, wholly or in part. */
type Kept = (Copy | { sealed: Uint8Array<ArrayBuffer>; at: string }) & { of?: string }

const store = createStore('chargedeck-copies', 'answers')
/** Beyond this many a person's oldest copies make room: what is taken along (by its bytes) and what they looked at beside it. */
const MOST = 800
/** They are counted with the first that comes in a page, and with each so many after it: to read all their names takes longer than to write one. */
const ROOM_EVERY = 20
let written = 0

/** Opens the store ahead of the first question: opening it takes the longest. */
export const openCopies = () => void get('', store).catch(() => {})

/** What was asked may name someone: sealed copies have names that tell nothing. */
const slotOf = async (userId: number, name: string) =>
  `${userId}/${sealing() === 'sealed' ? await hiddenName(name) : name}`

/**
 * Keeps the answer to `name`, a call with what was asked. A full disk loses the copy, not the screen. Gives whether it is kept.
 *
 * @param of the entity whose rows it lists
 */
export async function keepCopy(userId: number, name: string, data: unknown, of?: string): Promise<boolean> {
  if (sealing() === 'locked') return false
  try {
    const slot = await slotOf(userId, name)
    const at = new Date().toISOString()
    const kept: Kept = sealing() === 'sealed' ? { sealed: await seal(slot, data), at } : { data, at }
    await set(slot, { ...kept, ...(of && { of }) }, store)
    if (written++ % ROOM_EVERY === 0) await makeRoom(userId)
    return true
  } catch {
    // No room, or a private window without storage; or the key went while it was used.
    return false
  }
}

export async function readCopy<D>(userId: number, name: string): Promise<Copy<D> | undefined> {
  try {
    const slot = await slotOf(userId, name)
    const kept = await get<Kept>(slot, store)
    if (!kept || !('sealed' in kept)) return kept as Copy<D> | undefined
    const data = await unseal<D>(slot, kept.sealed)
    return data === undefined ? undefined : { data, at: kept.at }
  } catch {
    return undefined
  }
}

/** All that is kept of a person's answers and can be read, or of the lists of this entity alone; in no order. */
export async function copiesOf(userId: number, entity?: string): Promise<Copy[]> {
  const read = async (slot: string): Promise<Copy[]> => {
    const kept = await get<Kept>(slot, store)
    if (!kept || (entity !== undefined && kept.of !== entity)) return []
    return [{ data: 'sealed' in kept ? await unseal(slot, kept.sealed) : kept.data, at: kept.at }]
  }
  return Promise.all((await keysOf(userId)).map(read)).then(
    (found) => found.flat(),
    () => [],
  )
}

export async function forgetCopies(userId: number): Promise<void> {
  for (const key of await keysOf(userId)) await del(key, store)
}

/** What was kept in the other way goes, once it is known which is wanted. */
export async function forgetOtherwiseKept(): Promise<void> {
  if (sealing() === 'locked') return
  for (const key of await keys<string>(store)) {
    const kept = await get<Kept>(key, store)
    if (kept && 'sealed' in kept !== (sealing() === 'sealed')) await del(key, store)
  }
}

const keysOf = async (userId: number) => (await keys<string>(store)).filter((key) => key.startsWith(`${userId}/`))

async function makeRoom(userId: number) {
  const kept = await keysOf(userId)
  if (kept.length <= MOST) return
  const aged = await Promise.all(kept.map(async (key) => ({ key, at: (await get<Kept>(key, store))?.at ?? '' })))
  aged.sort((a, b) => a.at.localeCompare(b.at))
  for (const { key } of aged.slice(0, kept.length - MOST)) await del(key, store)
}
