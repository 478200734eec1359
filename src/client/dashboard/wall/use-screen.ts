import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Screen } from './fit-pages.ts'

function resized(changed: () => void) {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

/** How large the window is, and again when it is another. */
export function useScreen(): Screen {
  const said = useSyncExternalStore(resized, () => `${innerWidth}/${innerHeight}`)
  const [width = 0, height = 0] = said.split('/').map(Number)
  return { width, height }
}

const STILL_MS = 3_000

/** True while nobody moves the pointer. */
export function useStillPointer(): boolean {
  const [still, setStill] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const moved = () => {
      setStill(false)
      clearTimeout(timer)
      timer = setTimeout(() => setStill(true), STILL_MS)
    }
    moved()
    addEventListener('pointermove', moved)
    return () => {
      clearTimeout(timer)
      removeEventListener('pointermove', moved)
    }
  }, [])
  return still
}

/** Keeps the screen lit while it shows, where the browser can: over TLS, or on the machine itself. */
export function useLit() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let over = false
    async function light() {
      if (document.hidden || !navigator.wakeLock) return
      // A battery that runs low refuses: then the machine's own settings decide.
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (over) void got?.release()
      else lock = got
    }
    void light()
    // The browser lets it go whenever the page is hidden.
    document.addEventListener('visibilitychange', light)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', light)
      void lock?.release()
    }
  }, [])
}

/** Full screen where the browser lets a page ask for it. */
export async function toggleFullScreen() {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()
  await done?.catch(() => {})
}

type Keys = Readonly<Record<string, () => void>>

/** What single keys do here. */
export function useKeys(keys: Keys) {
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [keys])
}
