import { useEffect, useState } from 'react'
import { useAtomValue } from '../../kit/session/store.ts'
import type { Decision } from '../outbox.ts'
import { decisionsAtom } from '../sending.ts'
import { useUnshown } from '../use-unshown.ts'
import { readPhoto } from './kept-photos.ts'

export type PhotoDecision = Decision<{ size_bytes: number }> & { photo: string }

const isPhoto = (decision: Decision): decision is PhotoDecision => decision.photo !== undefined

/** The photos that this person took and the server has not. */
export const usePhotoDecisions = (): PhotoDecision[] => useAtomValue(decisionsAtom).filter(isPhoto)

/** Under which the server keeps a photo that it took; undefined while it waits. */
export const fileKeyOf = ({ answer }: Decision): string | undefined =>
  (answer as { file_key?: string } | null)?.file_key

/** The photos about these subjects that a page does not have by itself: those that wait, and those that were sent while its answer is on the way. */
export function useUnshownPhotos(subjects: readonly string[], fileKeys: readonly string[]): PhotoDecision[] {
  const isMissing = (decision: Decision) => !fileKeys.includes(fileKeyOf(decision) ?? '')
  return useUnshown()
    .filter(isPhoto)
    .filter((photo) => photo.state === 'waiting' && subjects.includes(photo.subject) && isMissing(photo))
}

/** Where a photo of this device can be shown from; null until it is read, and where it is gone. */
export function usePhotoAddress(key: string): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    let made: string | null = null
    let left = false
    void readPhoto(key).then((photo) => {
      if (left || typeof photo === 'string') return
      made = URL.createObjectURL(photo)
      setAddress(made)
    })
    return () => {
      left = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [key])
  return address
}
