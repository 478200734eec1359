import i18next from 'i18next'
import { LostFile } from '../ui/bring-files.ts'

/** `refused`: the server said no. `silent`: it did not answer in time or at all. `unreadable`: the answer is not ours. */
export type FailureKind = 'refused' | 'silent' | 'unreadable'

/** Why a call brought nothing, in words for the person who asked. */
export class Failure extends Error {
  readonly kind: FailureKind
  /** The answer's code, which is its HTTP status; 0 without an answer. */
  readonly code: number
  /** What the refusal carries: the fields at fault, the record as it is now, what uses it. */
  readonly data: unknown

  constructor(kind: FailureKind, code: number, message: string, data: unknown = null) {
    super(message)
    this.kind = kind
    this.code = code
    this.data = data
  }

  /** Each refused field's message; empty when it was not about fields. */
  get fields(): Record<string, string> {
    const found = (this.data as { errors?: Record<string, string> } | null)?.errors
    return found && typeof found === 'object' ? found : {}
  }
}

const say = (key: string) => i18next.t(key, { ns: 'common' })

/** Section 8 of the specification: what each HTTP failure says. */
export function refusal(code: number, message: string | undefined, data: unknown): Failure {
  if (code === 404) return new Failure('refused', code, say('failure.status_404'), data)
  if (code >= 500) return new Failure('refused', code, message || say('failure.status_500'), data)
  return new Failure('refused', code, message || say('failure.unknown'), data)
}

const timedOut = (error: unknown) =>
  error instanceof Error && [error.name, (error.cause as Error | undefined)?.name].includes('TimeoutError')
/** The server was not reached, or took longer than a call may take. */
export const noAnswer = (error?: unknown) =>
  new Failure('silent', 0, say(timedOut(error) ? 'failure.timed_out' : 'failure.no_answer'))
/** The same where there is no network, of what is done at once or not at all. */
export const needsNetwork = () => new Failure('silent', 0, say('failure.needs_network'))
export const unreadable = (code: number) => new Failure('unreadable', code, say('failure.unreadable'))

/** A part of the console that could not be loaded: without a network, or because a new version replaces the parts of the old. */
export const isMissingPart = (error: unknown) =>
  error instanceof LostFile ||
  (error instanceof Error &&
    /preload CSS|dynamically imported module|Importing a module script failed|module script/i.test(error.message))

const wordsOf = (error: unknown) => {
  if (isMissingPart(error)) return say('failure.part_missing')
  return error instanceof Error ? error.message : say('failure.unknown')
}

export const asFailure = (error: unknown): Failure =>
  error instanceof Failure ? error : new Failure('unreadable', 0, wordsOf(error))
