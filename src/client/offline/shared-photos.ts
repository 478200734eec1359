import { del, entries, get, set } from 'idb-keyval'
import { sealUnder, unsealUnder } from '../kit/session/sealing.ts'
import { SHARE_PATH, sharedStore as store } from './shared-store.ts'

/** A photo that another app shared with the console, until the person says whose it is. */
interface Shared {
  type: string
  /** ms */
  at: number
  /** Encrypted under the key beside them. */
  sealed: Uint8Array<ArrayBuffer>
}

/** The manifest's name of the field. */
const FIELD = 'photos'
const MOST = 10
/** Nobody said whose it is: it goes. */
const KEPT_MS = 24 * 3_600_000
const KEY = 'key'

/**
 * What is shared is nobody's yet, and the key of who is signed in is not always here. So it gets one of its own: no script can read its
 * bytes, and it goes with the photos.
 */
async function ownKey(): Promise<CryptoKey> {
  const found = await get<CryptoKey>(KEY, store())
  if (found) return found
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await set(KEY, made, store())
  return made
}

/** What the address of the page says where there was no room for all that was shared. */
export const NOT_KEPT = 'not_kept'

/** Keeps what was shared, in the service worker: the page that follows has no hand in it, nor a network. Leads to that page. */
export async function takeShared(request: Request): Promise<Response> {
  const isKept = await keepShared(request).then(
    () => true,
    () => false,
  )
  return Response.redirect(isKept ? SHARE_PATH : `${SHARE_PATH}?${NOT_KEPT}`, 303)
}

async function keepShared(request: Request): Promise<void> {
  const form = await request.formData()
  const files = form.getAll(FIELD).filter((file) => file instanceof File && file.type.startsWith('image/')) as File[]
  const at = Date.now()
  const key = await ownKey()
  for (const [place, file] of files.slice(0, MOST).entries()) {
    const name = `${at}/${place}`
    const sealed = await sealUnder(key, name, new Uint8Array(await file.arrayBuffer()))
    await set(name, { type: file.type, at, sealed } satisfies Shared, store())
  }
}

/** Of each shared photo the name under which it is kept. */
const names = new WeakMap<Blob, string>()

export async function sharedPhotos(): Promise<Blob[]> {
  const key = await get<CryptoKey>(KEY, store())
  const kept = (await entries<string, Shared>(store())).filter(([name]) => name !== KEY)
  const fresh = kept.filter(([, { at }]) => Date.now() - at < KEPT_MS)
  const opened = await Promise.all(
    fresh.map(async ([name, { sealed, type }]) => {
      const bytes = key && sealed && (await unsealUnder(key, name, sealed))
      if (!bytes) return []
      const photo = new Blob([bytes], { type })
      names.set(photo, name)
      return [photo]
    }),
  )
  return opened.flat()
}

/** One that is its record's now. */
export const forgetOneShared = (photo: Blob): Promise<void> => del(names.get(photo) ?? '', store())
