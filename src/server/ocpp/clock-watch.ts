import type pg from 'pg'
import { CLOCK_TOLERANCE_MS } from '../../shared/domain/meter-checks.ts'
import { owned } from '../kit/process-state.ts'
import type { Alarms, ConnectedPile } from './ports.ts'

const CODES = ['ClockAhead', 'ClockBehind'] as const
type Wrong = (typeof CODES)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

interface Deps {
  pool: pg.Pool
  alarms: Pick<Alarms, 'raise' | 'clear'>
  log: { error(facts: object, message: string): void }
}

/**
 * Raises an alarm for a pile whose clock is off by more than five minutes, once until it is right again. Nothing reports from the
 * future, so a fast clock is known at once. What a pile kept while it was away looks like a slow clock: that one is known when
 * nothing but old reports came for a while.
 */
export class ClockWatch {
  readonly #deps: Deps
  readonly #behindAfterMs: number
  readonly #wrong = new Map<number, Wrong>()
  /** Since when a pile has sent old reports alone. */
  readonly #oldSince = new Map<number, number>()
  readonly state = owned('wrong_clocks', () => this.#wrong.size)
  /** One alarm after the other: when our own clock is wrong, those of all piles seem to be. */
  #work: Promise<void> = Promise.resolve()

  constructor(deps: Deps, behindAfterMs: number) {
    this.#deps = deps
    this.#behindAfterMs = behindAfterMs
  }

  /** Takes up those of these piles whose alarm has not cleared; null: of all. */
  async load(piles: readonly number[] | null): Promise<void> {
    const { rows } = await this.#deps.pool.query<{ pile_id: number; code: Wrong }>(
      'select pile_id, code from alarm where code = any($1) and cleared_at is null and ($2::bigint[] is null or pile_id = any($2))',
      [CODES, piles],
    )
    for (const pile_id of piles ?? []) this.#wrong.delete(pile_id)
    for (const { pile_id, code } of rows) this.#wrong.set(pile_id, code)
  }

  /** Resolves when what was heard so far is kept. */
  stop(): Promise<void> {
    return this.#work
  }

  gone(pile_id: number): void {
    this.#oldSince.delete(pile_id)
  }

  /** A report says `skew_ms` more than our clock did when it arrived. */
  heard(pile: ConnectedPile, skew_ms: number, received_at: number): void {
    if (skew_ms < -CLOCK_TOLERANCE_MS) {
      const since = this.#oldSince.get(pile.id) ?? received_at
      this.#oldSince.set(pile.id, since)
      if (received_at - since >= this.#behindAfterMs) this.#judge(pile, 'ClockBehind', skew_ms, received_at)
      return
    }
    this.#oldSince.delete(pile.id)
    this.#judge(pile, skew_ms > CLOCK_TOLERANCE_MS ? 'ClockAhead' : null, skew_ms, received_at)
  }

  #judge(pile: ConnectedPile, wrong: Wrong | null, skew_ms: number, at: number): void {
    const before = this.#wrong.get(pile.id) ?? null
    if (before === wrong) return
    const { alarms } = this.#deps
    if (before) this.#soon(() => alarms.clear(pile, before, null, at))
    if (!wrong) {
      this.#wrong.delete(pile.id)
      return
    }
    this.#wrong.set(pile.id, wrong)
    const alarm = { code: wrong, kind: 'protocol' as const, connector_number: null, message: spanOf(skew_ms), at }
    this.#soon(() => alarms.raise(pile, alarm))
  }

  #soon(work: () => Promise<void>): void {
    this.#work = this.#work
      .then(work)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'an alarm of a clock failed'))
  }
}

/** 3 d 4 h, 2 h 5 min, 12 min. */
function spanOf(skew_ms: number): string {
  const span = Math.abs(skew_ms)
  const parts = [
    [Math.floor(span / DAY), 'd'],
    [Math.floor((span % DAY) / HOUR), 'h'],
    [Math.floor((span % HOUR) / MINUTE), 'min'],
  ] as const
  const from = parts.findIndex(([figure]) => figure > 0)
  return parts
    .slice(from, from + 2)
    .filter(([figure]) => figure > 0)
    .map(([figure, unit]) => `${figure} ${unit}`)
    .join(' ')
}
