import type * as z from 'zod/mini'
import type { photoBody } from '../../../shared/endpoints/photos.ts'
import type { Endpoint } from '../../../shared/kit/endpoint.ts'
import { newKey } from '../../kit/api/idempotency.ts'
import { personAtom } from '../../kit/session/session.ts'
import { store } from '../../kit/session/store.ts'
import type { Decision } from '../outbox.ts'
import { decideAbout, NotKept } from '../sending.ts'
import { keepPhoto } from './kept-photos.ts'
import { scaledPhoto } from './scale-photo.ts'

type PhotoBody = z.input<z.ZodMiniObject<typeof photoBody>>

/** Which record gets the photos, and by which call. */
export interface PhotoTarget<B = unknown> extends Pick<Decision, 'subject' | 'label'> {
  /** Declared `deferrable`; its body is `photoBody` and what names the record. */
  endpoint: Endpoint
  names: B
}

/**
 * Adds photos to a record, one after the other: scaled down, kept on this device, and sent when there is a network. Resolves once all are
 * kept; rejects with `NoPhoto`, `TooManyPhotos` or `NotKept`, and those before it are kept.
 */
export async function takePhotos(files: readonly Blob[], { endpoint, names, subject, label }: PhotoTarget) {
  const userId = store.get(personAtom)?.user.userId
  if (userId === undefined) throw new NotKept()
  for (const file of files) {
    const photo = await scaledPhoto(file)
    const key = newKey()
    const decided_at = new Date().toISOString()
    await keepPhoto(userId, key, photo)
    const said: PhotoBody = { key, size_bytes: photo.size, taken_at: decided_at }
    await decideAbout({ subject, label, decided_at, photo: key }, endpoint, { ...(names as object), ...said })
  }
}
