import { FALLBACK, type Language } from '../../shared/kit/languages.ts'
import { say } from '../kit/words.ts'

/** What a run did: a key under `said` of the namespace `tasks`, and its figures. It is read in each person's own language. */
export interface TaskOutput {
  said: string
  figures?: Record<string, string | number>
}

/** A failure that a person can read and mend; any other error is shown as it stands. */
export class TaskFailed extends Error {
  readonly said: TaskOutput

  constructor(said: TaskOutput) {
    super(sayOutput(FALLBACK, said))
    this.said = said
  }
}

export function sayOutput(language: Language, { said, figures = {} }: TaskOutput): string {
  return say(language, { key: `tasks:said.${said}`, figures })
}
