import type * as z from 'zod/mini'
import type { photoBody } from '../../../shared/endpoints/photos.ts'
import type { Endpoint } from '../../../shared/kit/endpoint.ts'
import { newKey } from '../../kit/api/idempotency.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store } from '../../kit/session/store.ts'
import type { Decision } from '../outbox.ts'
import { decideAbout, NotKept } from '../sending.ts'
import { keepPhoto } from './kept-photos.ts'
import { NoPhoto, scaledPhoto } from './scale-photo.ts'

type PhotoBody = z.input<z.ZodMiniObject<typeof photoBody>>

/** Which record gets the photos, and by which call. */
export interface PhotoTarget<B = unknown> extends Pick<Decision, 'subject' | 'label'> {
  /** Declared `deferrable`; its body is `photoBody` and what names the record. */
  endpoint: Endpoint
  names: B
}

/**
 * Adds photos to a record, one after the other: scaled down, kept on this device, and sent when there is a network. Resolves once all are
 * kept. Rejects with `TooManyPhotos` or `NotKept`, and those before it are kept; with `NoPhoto` where some were none, and all others are.
 *
 * @param onKept hears of each that is kept: it is not to be taken again
 */
export async function takePhotos(
  files: readonly Blob[],
  target: PhotoTarget,
  onKept: (file: Blob) => Promise<void> = async () => {},
) {
  const userId = store.get(personAtom)?.user.userId
  if (userId === undefined) throw new NotKept()
  let unreadable: NoPhoto | undefined
  for (const file of files) {
    const photo = await scaledPhoto(file).catch((error) => {
      if (!(error instanceof NoPhoto)) throw error
      unreadable = error
    })
    if (!photo) continue
    await takeOne(userId, photo, target)
    await onKept(file)
  }
  if (unreadable) throw unreadable
}

async function takeOne(userId: number, photo: Blob, { endpoint, names, subject, label }: PhotoTarget) {
  const key = newKey()
  const decided_at = new Date().toISOString()
  await keepPhoto(userId, key, photo)
  const said: PhotoBody = { key, size_bytes: photo.size, taken_at: decided_at }
  await decideAbout({ subject, label, decided_at, photo: key }, endpoint, { ...(names as object), ...said })
}
