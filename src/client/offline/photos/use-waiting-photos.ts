import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Decision } from '../outbox.ts'
import { decisionsAtom } from '../sending.ts'
import { readPhoto } from './kept-photos.ts'

export type PhotoDecision = Decision<{ size_bytes: number }> & { photo: string }

const isPhoto = (decision: Decision): decision is PhotoDecision => decision.photo !== undefined

/** The photos that this person took and the server has not. */
export const usePhotoDecisions = (): PhotoDecision[] => useAtomValue(decisionsAtom).filter(isPhoto)

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
