import type { Payload } from '../frame.ts'
import type { CallHandler, Pile } from '../pile.ts'
import type { Reached, SessionLimit } from '../session-limit.ts'
import type { TransactionAnswer } from '../telling.ts'
import type { MoreProfiles } from './profiles.ts'
import type { ScreenWords } from './screen.ts'
import type { Variable } from './variable.ts'

/** How the limits of a transaction are spoken of. */
export interface LimitWords {
  /** What the central system answered of it. */
  read(answer: Payload): Pick<TransactionAnswer, 'limit' | 'cost'>
  /** As part of what is told of a transaction. */
  say(limit: SessionLimit): Payload
  /** Why an event is told: the limit is set, or reached. */
  set: string
  reached: Readonly<Record<Reached, string>>
}

/** In what the versions of OCPP 2 differ. */
export interface Dialect {
  subprotocol: string
  /** Absent: no transaction has a limit. */
  limits?: LimitWords
  /** Absent: its screens take what those of 2.0.1 do. */
  screen?: ScreenWords
  /** What is told of each monitor besides. */
  monitor?: Payload
  /** Profiles that 2.0.1 does not know. */
  profiles?: MoreProfiles
  /** Calls that 2.0.1 does not know. */
  commands?(pile: Pile): Record<string, CallHandler>
  /** Variables that 2.0.1 does not know. */
  variables?: readonly Variable[]
}
