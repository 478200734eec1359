import { entries, get, set } from 'idb-keyval'
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

/** Keeps what was shared, in the service worker: the page that follows has no hand in it, nor a network. Leads to that page. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll(FIELD).filter((file) => file instanceof File && file.type.startsWith('image/')) as File[]
  const at = Date.now()
  const key = await ownKey()
  for (const [place, file] of files.slice(0, MOST).entries()) {
    const name = `${at}/${place}`
    const sealed = await sealUnder(key, name, new Uint8Array(await file.arrayBuffer()))
    await set(name, { type: file.type, at, sealed } satisfies Shared, store())
  }
  return Response.redirect(SHARE_PATH, 303)
}

export async function sharedPhotos(): Promise<Blob[]> {
  const key = await get<CryptoKey>(KEY, store())
  const kept = (await entries<string, Shared>(store())).filter(([name]) => name !== KEY)
  const fresh = kept.filter(([, { at }]) => Date.now() - at < KEPT_MS)
  const opened = await Promise.all(
    fresh.map(async ([name, { sealed, type }]) => {
      const bytes = key && sealed && (await unsealUnder(key, name, sealed))
      return bytes ? [new Blob([bytes], { type })] : []
    }),
  )
  return opened.flat()
}
