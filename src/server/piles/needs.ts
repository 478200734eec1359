import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'

/** What the piles' screens need of the sockets. */
export interface Sockets {
  connected(pile_id: number): boolean
  /** Ends a pile's socket; `why` reaches the pile. */
  disconnect(pile_id: number, why: string): void
}

export interface Ask {
  pile_id: number
  connector_number: number | null
  /** The protocol's action and its payload. */
  action: string
  payload: Readonly<Record<string, unknown>>
  asked_by: string | null
  timeoutMs?: number
}

export interface Outcome {
  answer: Readonly<Record<string, unknown>> | null
  failure: { code: string; description: string; details: unknown } | null
}

/** What becomes of a command is kept in its row. */
export interface PileCommands {
  /** Writes a command down in the caller's transaction; `send` once that is durable. Refuses when too many wait. */
  write(ask: Ask, db: Kysely<Database>): Promise<{ id: number; send: () => Promise<unknown> }>
  ask(ask: Ask): Promise<Outcome & { id: number }>
  /** Resolves when the pile has answered, or the time is over. */
  answered(id: number, withinMs: number): Promise<void>
}

/** What the standard says against a call, null when nothing. */
export type FlawOf = (action: string, payload: unknown) => { code: string; description: string } | null
