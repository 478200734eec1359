import type { Kysely, RawBuilder, SqlBool } from 'kysely'
import type { Payload as Said } from '../../shared/commands/declare.ts'
import type { uploadDiagnostics } from '../../shared/commands/upload-diagnostics.ts'
import type { FormNode } from '../../shared/domain/call-form.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Context } from '../kit/context.ts'
import type { Database } from '../kit/database/tables.ts'

/** What the piles' screens need of the sockets. */
export interface Sockets {
  connected(pile_id: number): boolean
  /** Ends a pile's socket; `why` reaches the pile. */
  disconnect(pile_id: number, why: string): void
}

/** Writes down how piles stand to what their type's configuration should be. */
export type JudgePiles = (db: Kysely<Database>, pile_ids: readonly number[]) => Promise<unknown>

/** What the list of piles finds. */
export interface PileReading {
  selection(query: Readonly<Record<string, unknown>>, context: Context): { where: RawBuilder<SqlBool> | null }
}

/** What can be asked of a pile in the protocol that it speaks, by the commands' names. */
export type CanAsk = (pile_id: number) => readonly string[]

/** Calls of the protocol that a pile speaks or spoke last, by action, each with a payload to begin with. */
export type CallExamples = (pile_id: number) => Promise<Readonly<Record<string, Payload>>>

/** What such a call takes, as a form asks for it. */
export type CallForm = (pile_id: number, action: string) => Promise<FormNode | null>

export type Payload = Record<string, unknown>

/** Has a pile upload its diagnostics: the intent, and what is noted once the command is written down, in the same transaction. */
export type AskDiagnostics = (
  asked: Said<typeof uploadDiagnostics> & { pile_id: number },
  context: Context,
) => { intent: Intent; written(command_id: number): Promise<void> }

/** A call in the words of a pile's own protocol. */
export interface RawCall {
  action: string
  payload: Payload
}

interface Asked {
  pile_id: number
  connector_number: number | null
  asked_by: string | null
  timeoutMs?: number
}

/** What a pile is asked for: in our words, or in a call that a person wrote. */
export type Ask = Asked & ({ intent: Intent } | RawCall)

export interface Outcome {
  answer: Readonly<Record<string, unknown>> | null
  failure: { code: string; description: string; details: unknown } | null
}

/** What becomes of a command is kept in its row. */
export interface PileCommands {
  /** Writes a command down in the caller's transaction; `send` once that is durable. Refuses when too many wait. */
  write(ask: Ask, db: Kysely<Database>): Promise<{ id: number; send: () => Promise<unknown> }>
  ask(ask: Ask): Promise<Outcome & { id: number }>
  /** Resolves when the pile has answered, or the time is over: how its call ended, if it ended here meanwhile. */
  answered(id: number, withinMs: number): Promise<Outcome | null>
}

/** Reads a call that a person wrote for a pile, in the words of its protocol. */
export type ReadCall = (pile_id: number, call: RawCall) => Promise<CallRead>

/** `unknown`: the protocol has no such call for us to make; `flaw`: what the standard says against this one. */
export type CallRead = { unknown: true } | { flaw: string } | { facts: CallFacts }

export interface CallFacts {
  connector_number: number | null
  /** The settings that it changes, the pile's password aside. */
  settings: readonly string[]
  /** The password that it gives the pile. */
  password: string | null
  /** It has the pile show prices, which the console reckons by itself. */
  shows_prices?: true
  /** Free text of a vendor's may be in it, and what it names has to be looked for. */
  free: boolean
  /** Names of what is a secret and no card's number, in small letters. */
  secrets: readonly string[]
  /** Its payload, a setting under its own name. */
  named: Payload
}
