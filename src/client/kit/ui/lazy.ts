import { type ComponentType, type LazyExoticComponent, lazy as reactLazy } from 'react'

const PAUSES_MS = [500, 2_000, 5_000]

const paused = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Loads a part of the console; one that was lost on the way is asked for again before that is a failure. */
export async function loaded<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await paused(pause)
    }
  }
  return load()
}

/** React's own, of a part that is asked for again. */
// biome-ignore lint/suspicious/noExplicitAny: as React declares it
export const lazy = <T extends ComponentType<any>>(load: () => Promise<{ default: T }>): LazyExoticComponent<T> =>
  reactLazy(() => loaded(load))

/**
 * A sheet of styles that was lost does not take its page along: the page comes without it, and it is asked for again until
 * it is there. Vite puts its address at the end of the message.
 */
export function mendStyles() {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: Error }
    const address = /preload CSS for (\S+)/.exec(payload?.message ?? '')?.[1]
    if (!address) return
    event.preventDefault()
    askForStyles(address, 0)
  })
}

function askForStyles(address: string, tries: number) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = address
  link.addEventListener('error', () => {
    link.remove()
    setTimeout(() => askForStyles(address, tries + 1), PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)])
  })
  document.head.append(link)
}
