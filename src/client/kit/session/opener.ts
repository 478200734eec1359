import { createStore, promisifyRequest, set } from 'idb-keyval'

/** A passkey of this device that opens what the device keeps of one person, without a network and without "remember me". */
export interface Opener {
  user_id: number
  /** Where it was set up, as the list of sign-ins names it. */
  browser: string | null
  system: string | null
  made_at: string
  /** The passkey, and what its secret is asked with. */
  credential: Uint8Array<ArrayBuffer>
  salt: Uint8Array<ArrayBuffer>
  /** Whatever is sealed with it opens with the private key alone, and that with the passkey's secret. */
  seals: CryptoKey
  iv: Uint8Array<ArrayBuffer>
  opens: ArrayBuffer
  /** The device's key, sealed; null while no sign-in stands. */
  held: Held | null
}

export interface Held {
  key: ArrayBuffer
  /** When the server gave it, and the latest moment that this device has shown since; epoch milliseconds. */
  from: number
  seen: number
}

/** `ended`: no sign-in stands. `too_old`: the server was not reached for 24 hours. `clock`: this device's clock went back. */
export type Shut = 'ended' | 'too_old' | 'clock'

const OPENS_FOR_MS = 24 * 3600_000
/** Clocks that are set right by the network go back a little. */
const CLOCK_MS = 60_000
const NAME = 'opener'
const records = createStore('chargedeck-opener', 'openers')

/**
 * Why it does not open now; null when it does. The clock is the device's own: one that stands before what it has shown was turned
 * back, or had been turned forward when the key was given, so that nobody knows how long ago that is.
 */
export function whyShut(held: Held | null, now: number): Shut | null {
  if (!held) return 'ended'
  if (now < held.seen - CLOCK_MS) return 'clock'
  return now > held.from + OPENS_FOR_MS ? 'too_old' : null
}

/** For how long it still opens, in milliseconds. */
export const opensFor = ({ from }: Held, now: number): number => from + OPENS_FOR_MS - now

/** The opener of this device, with the moment noted at which it is looked at; null when there is none. */
export const readOpener = (): Promise<Opener | null> =>
  changeOpener((opener) => {
    const { held } = opener
    if (!held || whyShut(held, Date.now())) return opener
    return { ...opener, held: { ...held, seen: Math.max(held.seen, Date.now()) } }
  })

/** Changes what is there in one step, and gives it as it is then; null takes it away. Without such a store there is none. */
export async function changeOpener(next: (opener: Opener) => Opener | null): Promise<Opener | null> {
  let changed: Opener | null = null
  const change = (store: IDBObjectStore) => {
    const asking = store.get(NAME)
    asking.onsuccess = () => {
      const found = asking.result as Opener | undefined
      changed = found ? next(found) : null
      if (found && !changed) store.delete(NAME)
      else if (changed) store.put(changed, NAME)
    }
    return promisifyRequest(store.transaction)
  }
  try {
    await records('readwrite', change)
    return changed
  } catch {
    return null
  }
}

export const keepOpener = (opener: Opener): Promise<void> => set(NAME, opener, records)

export const forgetOpener = () => changeOpener(() => null)

/** The sign-in is over: it opens nothing until its person is signed in again. */
export const shutOpener = () => changeOpener((opener) => ({ ...opener, held: null }))
