import type { Shown } from '../../shared/domain/alarm-matter.ts'
import type { Doing, Handling } from './decisions.ts'

export type Asked = Handling | 'assign' | 'snooze'

/** What a person does about an alarm, and about those that are one matter with it. */
export interface CaseDoings {
  busy: boolean
  /** Why the last one was not kept. */
  error: string
  /** True once it is durable, here or on the server. `of`: about another than the one that shows. */
  act(doing: Doing, of?: Shown): Promise<boolean>
  /** Asks what has to be known first. */
  ask(what: Asked): void
}
