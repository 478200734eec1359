/**
 * `owned`: goes with a socket, or with work under way, that only this process has. `derived`: made anew from the database.
 * `counted`: for this process alone, so that several processes allow so many times as much. `told`: counted here, and told to the other nodes,
 * which count it as well.
 */
export type StateKind = 'owned' | 'derived' | 'counted' | 'told'

/** A thing that one process remembers beside the database. Every one is in docs/architecture.md and in the metrics. */
export interface ProcessState {
  /** As the table in docs/architecture.md has it. */
  readonly what: string
  readonly kind: StateKind
  /** How many entries it has now. */
  size(): number
}

const stateOf =
  (kind: StateKind) =>
  (what: string, size: () => number): ProcessState => ({ what, kind, size })

export const owned = stateOf('owned')
export const derived = stateOf('derived')
export const counted = stateOf('counted')
export const told = stateOf('told')
