import { owned, type ProcessState } from './process-state.ts'

/**
 * Tells the other nodes what they would find out later by themselves. What is told may be lost, or come twice: it is never more than the
 * reason to look at the database now.
 */
export interface Bus {
  /** Tells a short line to every other node; this one knows it already. `isAwaited`: a person waits for what follows, so it is not gathered. */
  publish(topic: string, line: string, options?: { isAwaited?: boolean }): void
  /** What other nodes tell. */
  subscribe(topic: string, hear: (line: string) => void): void
  /** Something may have been told that this node did not hear. */
  onGap(look: () => void): void
  /** Lines that wait to be told: a node that dies had not told them, and the others find out by looking. */
  readonly state: ProcessState
  /** Only grow, for the metrics. */
  readonly counters: Readonly<BusCounters>
}

export interface BusCounters {
  told: number
  heard: number
  /** Times that something may have been missed. */
  gaps: number
}

export const busState = (size: () => number): ProcessState => owned('bus_lines', size)

/** The bus of the only node: there is nobody to be told. */
export const ALONE: Bus = {
  publish() {},
  subscribe() {},
  onGap() {},
  state: busState(() => 0),
  counters: { told: 0, heard: 0, gaps: 0 },
}
