import { forget, keep, keepSealed, kept, keptSealed, sealedNames } from './kept.ts'
import { canSeal, holdKey, keyFrom, seal, sealing, unseal } from './sealing.ts'
import { dropKey, storedKey, storeKey } from './stored-key.ts'

/**
 * What this device keeps of a person, as `kept.ts` keeps what belongs to nobody: encrypted where that is wanted and possible.
 * Opened values are in memory, so that they are read at once.
 */
interface Item {
  value: unknown
  /** Milliseconds since the epoch; 0 never ends. */
  ends: number
}

/** What was kept before it was to be sealed. */
const PRIVATE = /^(person$|draft\/)/

const DAY_SECONDS = 24 * 3600
const opened = new Map<string, Item>()

export function keepPrivate(name: string, value: unknown, seconds = 0) {
  opened.set(name, { value, ends: seconds > 0 ? Date.now() + seconds * 1000 : 0 })
  void write(name)
}

/** A draft is kept so long: a phone's browser may drop the page, a session may end. */
export const keepDay = (name: string, value: unknown) => keepPrivate(name, value, DAY_SECONDS)

export function keptPrivate<T>(name: string): T | null {
  const item = opened.get(name)
  if (!item) return kept<T>(name)
  return item.ends === 0 || item.ends > Date.now() ? (item.value as T) : null
}

export function forgetPrivate(name: string) {
  opened.delete(name)
  forget(name)
}

/** Forgets everything whose name begins so. */
export function forgetAllPrivate(prefix: string) {
  for (const name of [...opened.keys(), ...Object.keys(localStorage)]) if (name.startsWith(prefix)) forgetPrivate(name)
}

/** While it is not known how, it waits in memory. */
async function write(name: string) {
  const item = opened.get(name)
  if (!item || sealing() === 'locked') return
  const seconds = item.ends === 0 ? 0 : Math.max(1, (item.ends - Date.now()) / 1000)
  if (sealing() !== 'sealed') return keep(name, item.value, seconds)
  const sealed = await seal(name, item.value)
  // Forgotten or replaced in the meantime: it must not come back.
  if (opened.get(name) === item) keepSealed(name, sealed, seconds)
}

/** Opens with the key that is on the device, where someone is remembered: the page then needs no network for what it kept. */
export async function openRemembered(): Promise<void> {
  const key = canSeal() ? await storedKey() : null
  if (key) await openByKey(key)
}

/** Opens with a key that is at hand; the device does not keep it. */
export async function openByKey(key: CryptoKey): Promise<void> {
  holdKey(key, 'sealed')
  await readSealed()
}

/** Opens with what the server says: a key in base64, or null when nothing is to be sealed. */
export async function openWith(raw: string | null, rememberSeconds: number): Promise<void> {
  if (raw === null || !canSeal()) {
    for (const name of sealedNames()) forget(name)
    holdKey(null, raw === null ? 'plain' : 'unable')
    await dropKey()
  } else {
    const key = await keyFrom(raw)
    holdKey(key, 'sealed')
    await (rememberSeconds > 0 ? storeKey(key, rememberSeconds) : dropKey())
    await readSealed()
    takePlain()
  }
  await Promise.all([...opened.keys()].map(write))
}

function takePlain(): void {
  for (const name of Object.keys(localStorage)) {
    const value = PRIVATE.test(name) && !opened.has(name) ? kept(name) : null
    if (value !== null) keepDay(name, value)
  }
}

/** What another person's key sealed, or nobody's, is of no use any more. What is newer in memory stays. */
async function readSealed(): Promise<void> {
  await Promise.all(
    sealedNames().map(async (name) => {
      const item = keptSealed(name)
      const value = item && (await unseal(name, item.sealed))
      if (value === undefined) forget(name)
      else if (item && !opened.has(name)) opened.set(name, { value, ends: item.ends })
    }),
  )
}

/** Lets go of the key and of all that it opened; what was sealed stays for who gets the key again. */
export function lock(): void {
  opened.clear()
  holdKey(null, 'locked')
  void dropKey()
}
