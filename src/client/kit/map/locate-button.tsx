import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import type { Point } from './gcj02.ts'

/** A point that a device says it stands at, good to so many metres. */
export interface Standing extends Point {
  accuracy_m: number
}

const PATIENCE_MS = 10_000
const DENIED = 1

const rounded = (degrees: number) => Math.round(degrees * 1_000_000) / 1_000_000

/** Asks the device where it stands; `null` and a word when it does not say. */
function useStanding(found: (standing: Standing) => void) {
  const { t } = useTranslation('map')
  const [busy, setBusy] = useState(false)
  function failed(code?: number) {
    setBusy(false)
    toast(t(code === DENIED ? 'denied' : 'no_place'), { tone: 'error' })
  }
  function ask() {
    if (!navigator.geolocation) return failed()
    setBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        const { longitude, latitude, accuracy } = coords
        found({ longitude: rounded(longitude), latitude: rounded(latitude), accuracy_m: Math.ceil(accuracy) })
      },
      ({ code }) => failed(code),
      { enableHighAccuracy: true, timeout: PATIENCE_MS, maximumAge: 0 },
    )
  }
  return { busy, ask }
}

/** A button that takes the device's own place. */
export function LocateButton({ onFound, ...look }: ButtonLook & { onFound: (standing: Standing) => void }) {
  const { busy, ask } = useStanding(onFound)
  return <Button icon="target" {...look} busy={busy} onClick={ask} />
}
