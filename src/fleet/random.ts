/** Draws from [0, 1). */
export type Random = () => number

/** The same draws for the same seed, on every machine (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, low: number, high: number) => low + random() * (high - low)

export const wholeBetween = (random: Random, low: number, high: number) => Math.floor(between(random, low, high + 1))

export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** A wait whose average is `mean`, as arrivals that know nothing of each other have. */
export const exponential = (random: Random, mean: number) => -Math.log(1 - random()) * mean
