import type { Doing, Handling } from './decisions.ts'

export type Asked = Handling | 'assign' | 'snooze'

/** What a person does about an alarm from its page. */
export interface CaseDoings {
  busy: boolean
  /** Why the last one was not kept. */
  error: string
  /** True once it is durable, here or on the server. */
  act(doing: Doing): Promise<boolean>
  /** Asks what has to be known first. */
  ask(what: Asked): void
}
