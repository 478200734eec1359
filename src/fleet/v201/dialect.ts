import type { Payload } from '../frame.ts'
import type { KnownTransaction } from '../memory.ts'
import type { CallHandler, Pile } from '../pile.ts'
import type { Reached, SessionLimit } from '../session-limit.ts'
import type { TellingDeps, TransactionAnswer } from '../telling.ts'
import type { MoreProfiles } from './profiles.ts'
import type { ScreenWords } from './screen.ts'
import type { Variable } from './variable.ts'

/** How the limits of a transaction are spoken of. */
export interface LimitWords {
  /** What the central system answered of it. */
  read(answer: Payload): Pick<TransactionAnswer, 'limit'>
  /** As part of what is told of a transaction. */
  say(limit: SessionLimit): Payload
  /** Why an event is told: the limit is set, or reached. */
  set: string
  reached: Readonly<Record<Reached, string>>
}

/** What was just told of a transaction. */
export interface ToldEvent {
  at: number
  evse: number
  charging?: string | undefined
  /** What the register shows; undefined where that is not told. */
  wh?: number | undefined
  isEnd: boolean
}

/** How a pile reckons what a transaction costs. */
export interface CostWords {
  /** What is told of it besides: of the transaction, and of the event. */
  tell(deps: TellingDeps, transaction: KnownTransaction, event: ToldEvent): { info?: Payload; more?: Payload }
}

/** In what the versions of OCPP 2 differ. */
export interface Dialect {
  subprotocol: string
  /** Absent: no transaction has a limit. */
  limits?: LimitWords
  /** Absent: its screens take what those of 2.0.1 do. */
  screen?: ScreenWords
  /** Absent: only the central system knows what anything costs. */
  costs?: CostWords
  /** What it answers beyond 2.0.1. */
  commands?: (pile: Pile) => Record<string, CallHandler>
  /** What is told of each monitor besides. */
  monitor?: Payload
  /** Profiles that 2.0.1 does not know. */
  profiles?: MoreProfiles
  /** Variables that 2.0.1 does not know, or has otherwise. */
  variables?: (pile: Pile) => readonly Variable[]
}
