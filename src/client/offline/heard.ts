import { atom } from 'jotai/vanilla'
import { invalidate } from '../kit/api/queries.ts'
import { store } from '../kit/session/store.ts'
import type { Decision } from './outbox.ts'

/** What the server took of what a person said. It waits no more, and nobody changes it. */
export interface Heard {
  decision: Decision
  /** The entities that it changed. */
  changes: readonly string[]
  /** When their records were asked for anew, ms; null until they are. */
  asked_at: number | null
}

/** All that the server took lately: the screens may still show its records as they were before (`useUnshown`). */
export const heardAtom = atom<readonly Heard[]>([])

/** Longer no screen waits for an answer to what it asked. */
const KEPT_MS = 3_600_000

/** An answer that came too late changed nothing, though it is kept. */
const hasChanged = (answer: unknown) => (answer as { taken?: boolean } | null)?.taken !== false

/** Before a decision leaves the outbox: at no moment is it in neither of the two. */
export function hear(decision: Decision, changes: readonly string[]) {
  const isRecent = ({ asked_at }: Heard) => asked_at === null || Date.now() - asked_at < KEPT_MS
  const before = store.get(heardAtom).filter((one) => one.decision.key !== decision.key && isRecent(one))
  store.set(heardAtom, [...before, ...(hasChanged(decision.answer) ? [{ decision, changes, asked_at: null }] : [])])
}

/** Has every screen ask for what the server made of it. */
export function askAnew(changes: Iterable<string>) {
  const now = Date.now()
  for (const entity of new Set(changes)) void invalidate(entity)
  store.set(heardAtom, (heard) => heard.map((one) => ({ ...one, asked_at: one.asked_at ?? now })))
}

/** The server took it, and said what is now. */
export const isHeard = ({ state, answer }: Decision) => state === 'waiting' && answer !== null

/** A record as the server answered with it, where the one that shows is older. */
export function asAnswered<R extends { id: number; version: number }>(shown: R, answered: R | null | undefined): R {
  return answered?.id === shown.id && answered.version >= shown.version ? { ...shown, ...answered } : shown
}
