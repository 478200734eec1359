import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** False when the device knows that it has no network; true is no promise that the server is reached. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
