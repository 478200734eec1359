import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../i18n/use-format.ts'
import { toast } from '../ui/toast.ts'

export interface Here {
  longitude: number
  latitude: number
}

/** As old as that it is still where one stands, on foot. */
const FRESH_MS = 30_000
const PATIENCE_MS = 10_000

/** Whether the device may be asked without a question: nobody is asked for their place before they wish for what is nearest. */
export async function mayLocate(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    // A browser that does not say is asked by hand.
    return false
  }
}

/** Where the device is, once; null where it may not be asked or does not say. */
export async function whereNow(): Promise<Here | null> {
  if (!(await mayLocate())) return null
  const ask = { maximumAge: 10 * FRESH_MS, timeout: PATIENCE_MS }
  return new Promise((found) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => found({ longitude, latitude }),
      () => found(null),
      ask,
    )
  })
}

/** Where the device is, followed while `wanted`; null until it says so. No call tells the server. */
export function useHere(wanted: boolean): Here | null {
  const { t } = useTranslation('map')
  const [here, setHere] = useState<Here | null>(null)
  useEffect(() => {
    if (!wanted) return
    if (!navigator.geolocation) return toast(t('no_place'))
    const watch = navigator.geolocation.watchPosition(
      ({ coords: { longitude, latitude } }) => setHere({ longitude, latitude }),
      () => toast(t('no_place')),
      { enableHighAccuracy: true, maximumAge: FRESH_MS, timeout: PATIENCE_MS },
    )
    return () => navigator.geolocation.clearWatch(watch)
  }, [wanted, t])
  return here
}

/** The same as far as a person allowed it already. `ask` asks them; null while there is nothing to ask. */
export function useHereIfAllowed(): { here: Here | null; ask: (() => void) | null } {
  const [wanted, want] = useState(false)
  useEffect(() => {
    void mayLocate().then((may) => may && want(true))
  }, [])
  const here = useHere(wanted)
  return { here, ask: wanted ? null : () => want(true) }
}

const KILOMETRE = 1_000

/** 140 m away; 3.2 km away. */
export function useAway() {
  const { t } = useTranslation('map')
  const format = useFormat()
  return (metres: number) =>
    metres < KILOMETRE
      ? t('metres_away', { written: format.number(Math.round(metres)) })
      : t('kilometres_away', { written: format.number(metres / KILOMETRE, 1) })
}
