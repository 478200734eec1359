import { createStore, del, entries, get, set } from 'idb-keyval'
import { sealBytes, sealing, unsealBytes } from '../../kit/session/sealing.ts'

/** As it lies on the device: encrypted where what belongs to a person is. */
interface Kept {
  user_id: number
  type: string
  /** ms */
  kept_at: number
  sealed: boolean
  bytes: Uint8Array<ArrayBuffer>
}

const store = createStore('chargedeck-photos', 'photos')
/** More than anybody takes in a day without a network. */
const MOST_KEPT = 100

const placeOf = (userId: number, key: string) => `${userId}/photo/${key}`

/** So many photos wait already that no more are taken. */
export class TooManyPhotos extends Error {}

/** Keeps a photo until the server has it. */
export async function keepPhoto(userId: number, key: string, photo: Blob): Promise<void> {
  if ((await keptPhotos()).length >= MOST_KEPT) throw new TooManyPhotos()
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const sealed = sealing() === 'sealed'
  const kept: Kept = {
    ...{ user_id: userId, type: photo.type, kept_at: Date.now(), sealed },
    bytes: sealed ? await sealBytes(placeOf(userId, key), bytes) : bytes,
  }
  await set(key, kept, store)
}

/** `gone`: it is not on this device; `locked`: its key is not there now. */
export async function readPhoto(key: string): Promise<Blob | 'gone' | 'locked'> {
  const kept = await get<Kept>(key, store)
  if (!kept) return 'gone'
  const bytes = kept.sealed ? await unsealBytes(placeOf(kept.user_id, key), kept.bytes) : kept.bytes
  return bytes ? new Blob([bytes], { type: kept.type }) : 'locked'
}

export const forgetPhoto = (key: string): Promise<void> => del(key, store)

export const keptPhotos = async () =>
  (await entries<string, Kept>(store)).map(([key, { kept_at }]) => ({ key, kept_at }))
