import type { Connection } from './connection.ts'

/** Of as many at once a storm is nothing that any other node would notice. */
const FIRST_WAVE = 50
const LARGEST_WAVE = 400
/** Piles that did not come elsewhere by then will not be waited for: some are slow to come again. */
const WAVE_MS = 1_000
const LOOK_MS = 25
/** Of a wave; the rest may be slow to come again. */
const ENOUGH = 0.8
/** A node that is told to hand its piles over is in no hurry. */
const UNHURRIED_WAVE_MS = 5_000
/** Piles that came in meanwhile go with the next look. */
const AGAIN_MS = 1_000

interface Handing {
  isElsewhere: (pile_id: number) => boolean
  withinMs: number
  /** How long most of a wave is waited for. */
  waveMs?: number
  /** Until some of a wave are at other nodes the next one stays: piles that know this node alone would be nowhere. */
  waitsForSome?: boolean
  goesOn?: () => boolean
}

/**
 * Ends sockets in waves, the next one when most piles of the one before are at other nodes: as fast as those take them. Resolves when all were
 * ended, at the latest when the time is over, or it does not go on.
 */
export async function handOver(
  connections: readonly Connection[],
  { isElsewhere, withinMs, waveMs = WAVE_MS, waitsForSome = false, goesOn = () => true }: Handing,
): Promise<void> {
  const until = performance.now() + withinMs
  let size = FIRST_WAVE
  let at = 0
  while (at < connections.length && performance.now() < until && goesOn()) {
    const wave = connections.slice(at, at + size)
    at += wave.length
    endAll(wave)
    const isEnough = () => wave.filter(({ pile }) => isElsewhere(pile.id)).length >= wave.length * ENOUGH
    const isTaken = await holdsWithin(waveMs, () => isEnough() || !goesOn())
    const areSome = () => wave.some(({ pile }) => isElsewhere(pile.id))
    if (waitsForSome && !isTaken) await holdsWithin(Infinity, () => areSome() || !goesOn())
    // As large as it must be for all to have been asked to go in time.
    const least = Math.ceil((connections.length - at) / Math.max(1, (until - performance.now()) / waveMs))
    size = Math.max(isTaken ? Math.min(size * 2, LARGEST_WAVE) : FIRST_WAVE, least)
  }
  // A busy machine was late: what is left is ended anyway, and is told why.
  if (goesOn()) endAll(connections.slice(at))
}

function endAll(connections: readonly Connection[]): void {
  for (const connection of connections) connection.end(1012, 'the server restarts')
}

interface Piles {
  connections(): Iterable<Connection>
  isElsewhere(pile_id: number): boolean
  failed(error: unknown): void
}

/** While it is told to, a node takes no piles and hands those that it has over to the others. */
export class HandingOver {
  readonly #piles: Piles
  #isOn = false
  #underWay: Promise<void> | null = null

  constructor(piles: Piles) {
    this.#piles = piles
  }

  get isOn(): boolean {
    return this.#isOn
  }

  /** To be called as often as one likes. */
  set(isOn: boolean): void {
    this.#isOn = isOn
    if (!isOn) return
    this.#underWay ??= this.#handOver()
      .catch(this.#piles.failed)
      .finally(() => {
        this.#underWay = null
      })
  }

  async #handOver(): Promise<void> {
    const { connections, isElsewhere } = this.#piles
    const goesOn = () => this.#isOn
    while (goesOn()) {
      await handOver([...connections()], {
        isElsewhere,
        goesOn,
        withinMs: Infinity,
        waveMs: UNHURRIED_WAVE_MS,
        waitsForSome: true,
      })
      await holdsWithin(AGAIN_MS, () => !goesOn())
    }
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
