import {
  type ComponentProps,
  type ComponentType,
  createElement,
  type LazyExoticComponent,
  lazy as reactLazy,
} from 'react'

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

// biome-ignore lint/suspicious/noExplicitAny: as React declares it
type Any = ComponentType<any>
export type Part<T extends Any> = LazyExoticComponent<T> & { bring: () => Promise<void> }

/** Counts what was lost and said so: React shows a part several times before it takes that it did not come. */
let said = 0
/** A part that did not come was shown as missing: from now on it is asked for anew. */
export const saidMissing = () => {
  said += 1
}

/**
 * React's own, of a part that is asked for again. One that was brought before stands there at once: React would show what stands in its
 * place first, and that for 300 ms, once for each part within another. And one that did not come is not missing for good.
 */
export function lazy<T extends Any>(load: () => Promise<{ default: T }>): Part<T> {
  const { bring, here } = kept(load)
  let lostAt: number | null = null
  const brought = () =>
    bring().catch((error) => {
      lostAt = said
      throw error
    })
  const anew = () => reactLazy(() => here() ?? brought())
  let now = anew()
  function LazyPart(props: ComponentProps<T>) {
    if (lostAt !== null && lostAt !== said) {
      now = anew()
      lostAt = null
    }
    return createElement(now as Any, props)
  }
  return Object.assign(LazyPart as unknown as LazyExoticComponent<T>, { bring: async () => void (await bring()) })
}

/** A part that is kept once it came: `here` has it then, at once; before, null. */
export function kept<T>(load: () => Promise<T>) {
  let there: T | undefined
  const bring = async () => {
    there = await loaded(load)
    return there
  }
  return { bring, here: () => (there === undefined ? null : atOnce(there)) }
}

/** Answers while it is asked, which React takes as there. A promise would answer later. */
// biome-ignore lint/suspicious/noThenProperty: that is what it is
const atOnce = <T>(value: T) => ({ then: (take: (value: T) => void) => take(value) }) as Promise<T>

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
