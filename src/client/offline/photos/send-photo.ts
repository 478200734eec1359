import i18next from 'i18next'
import { atom } from 'jotai/vanilla'
import { photoPart, photoStanding } from '../../../shared/endpoints/photos.ts'
import { call } from '../../kit/api/call.ts'
import { Failure } from '../../kit/api/failure.ts'
import { sendForm } from '../../kit/api/send-form.ts'
import { store } from '../../kit/session/store.ts'
import { readPhoto } from './kept-photos.ts'
import { type PartCalls, sendParts } from './send-parts.ts'

/** How much of each photo has been sent since this page was opened, of 1, by its key. */
export const photoSharesAtom = atom<Readonly<Record<string, number>>>({})

const STILL_MS = 30_000

const calls: PartCalls = {
  standing: (key) => call(photoStanding, { key }),
  part: (form, onShare) =>
    sendForm({
      path: photoPart.path,
      form,
      onPercent: (percent) => onShare(percent / 100),
      signal: new AbortController().signal,
      stillMs: STILL_MS,
    }),
}

/** Sends what the server lacks of a photo of this device, as long as it waits. Throws a `Failure` where it is not there any more. */
export async function sendPhoto(key: string, stillWaits: () => Promise<boolean>): Promise<void> {
  const photo = await readPhoto(key)
  if (photo === 'gone') throw new Failure('refused', 404, i18next.t('photos.gone', { ns: 'offline' }))
  if (photo === 'locked') throw new Error('the key is not there')
  const onShare = (share: number) => store.set(photoSharesAtom, (before) => ({ ...before, [key]: share }))
  await sendParts({ key, photo, stillWaits }, calls, onShare)
}
