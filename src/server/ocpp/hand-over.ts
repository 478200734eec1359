import type { Connection } from './connection.ts'

/** Of as many at once a storm is nothing that any other node would notice. */
const FIRST_WAVE = 50
const LARGEST_WAVE = 400
/** Piles that did not come elsewhere by then will not be waited for: some are slow to come again. */
const WAVE_MS = 1_000
const LOOK_MS = 25
/** Of a wave; the rest may be slow to come again. */
const ENOUGH = 0.8

/**
 * Ends sockets in waves, the next one when most piles of the one before are at other nodes: as fast as those take them. Resolves when all were
 * ended, or the time is over.
 */
export async function handOver(
  connections: readonly Connection[],
  isElsewhere: (pile_id: number) => boolean,
  withinMs: number,
): Promise<void> {
  const until = performance.now() + withinMs
  let size = FIRST_WAVE
  for (let at = 0; at < connections.length && performance.now() < until; ) {
    const wave = connections.slice(at, at + size)
    at += wave.length
    for (const connection of wave) connection.end(1012, 'the server restarts')
    const isEnough = () => wave.filter(({ pile }) => isElsewhere(pile.id)).length >= wave.length * ENOUGH
    const isTaken = await holdsWithin(WAVE_MS, isEnough)
    // As large as it must be for all to have been asked to go in time.
    const least = Math.ceil((connections.length - at) / Math.max(1, (until - performance.now()) / WAVE_MS))
    size = Math.max(isTaken ? Math.min(size * 2, LARGEST_WAVE) : FIRST_WAVE, least)
  }
}

async function holdsWithin(ms: number, holds: () => boolean): Promise<boolean> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    if (holds()) return true
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
  return holds()
}
