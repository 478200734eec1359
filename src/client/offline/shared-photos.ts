import { clear, createStore, entries, set } from 'idb-keyval'

/** A photo that another app shared with the console, until the person says whose it is. */
interface Shared {
  type: string
  /** ms */
  at: number
  bytes: ArrayBuffer
}

/** Where the system sends it, and the page that asks whose it is: the manifest names it. */
export const SHARE_PATH = '/share'
/** The manifest's name of the field. */
const FIELD = 'photos'
const MOST = 10
/** Nobody said whose it is: it goes. */
const KEPT_MS = 24 * 3_600_000

// Only where it is used: a browser without storage shares nothing.
const store = () => createStore('chargedeck-shared', 'photos')

/** Keeps what was shared, in the service worker: the page that follows has no hand in it, nor a network. Leads to that page. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const files = form.getAll(FIELD).filter((file) => file instanceof File && file.type.startsWith('image/')) as File[]
  const at = Date.now()
  for (const [place, file] of files.slice(0, MOST).entries())
    await set(`${at}/${place}`, { type: file.type, at, bytes: await file.arrayBuffer() } satisfies Shared, store())
  return Response.redirect(SHARE_PATH, 303)
}

export async function sharedPhotos(): Promise<Blob[]> {
  const kept = (await entries<string, Shared>(store())).map(([, photo]) => photo)
  return kept.filter(({ at }) => Date.now() - at < KEPT_MS).map(({ bytes, type }) => new Blob([bytes], { type }))
}

export const forgetShared = (): Promise<void> => clear(store())
