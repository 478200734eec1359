import type { Endpoint } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { type Decision, keysOf, standsIn } from './outbox.ts'

type Unanswered = Pick<Decision, 'key' | 'instead_of'> & { said: string }

/** What there was no room to keep and what was not taken yet, by whom and about what. A page that is opened anew shows the record as it is. */
const unanswered = new Map<string, Unanswered>()

function asSaid(about: string, body: unknown): Unanswered {
  const said = JSON.stringify(body)
  const before = unanswered.get(about)
  if (before?.said === said) return before
  return { key: newKey(), said, instead_of: before ? keysOf(before) : [] }
}

/**
 * Makes the call of a decision that is kept nowhere. It may have been taken though its answer was lost: said again it has the same key,
 * in other words it says instead of which. `old` where the server has it in the words of before. A refusal leaves the keys as they are:
 * the server keeps none of it, and what went before may still have been taken.
 */
export async function callUnkept(
  endpoint: Endpoint,
  { user_id, subject, body }: Pick<Decision, 'user_id' | 'subject' | 'body'>,
): Promise<'taken' | 'old'> {
  const about = `${user_id}/${subject}`
  const asked = asSaid(about, body)
  unanswered.set(about, asked)
  const answered = await call(endpoint, body as never, { key: asked.key, insteadOf: asked.instead_of }).then(
    () => 'taken' as const,
    oldWords,
  )
  unanswered.delete(about)
  return answered
}

function oldWords(error: unknown): 'old' {
  const { code, data } = asFailure(error)
  if (code === 409 && standsIn(data)) return 'old'
  throw error
}
