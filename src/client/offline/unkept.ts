import type { Endpoint } from '../../shared/kit/endpoint.ts'
import { call } from '../kit/api/call.ts'
import { asFailure } from '../kit/api/failure.ts'
import { newKey } from '../kit/api/idempotency.ts'
import { standsIn, type Taken } from './outbox.ts'

interface Unanswered {
  key: string
  said: string
  insteadOf: readonly string[]
}

/** What there was no room to keep and no answer to, by whom and about what. A page that is opened anew shows the record as it is. */
const unanswered = new Map<string, Unanswered>()

function asSaid(about: string, body: unknown): Unanswered {
  const said = JSON.stringify(body)
  const before = unanswered.get(about)
  if (before?.said === said) return before
  return { key: newKey(), said, insteadOf: before ? [...before.insteadOf, before.key] : [] }
}

/**
 * Makes the call of a decision that is kept nowhere. It may have been taken though its answer was lost: said again it has the same key,
 * in other words it says instead of which. `old` where the server has it in the words of before.
 */
export async function callUnkept(
  endpoint: Endpoint,
  { user_id, subject, body }: Pick<Taken, 'user_id' | 'subject' | 'body'>,
): Promise<'taken' | 'old'> {
  const about = `${user_id}/${subject}`
  const { key, insteadOf, said } = asSaid(about, body)
  unanswered.set(about, { key, insteadOf, said })
  try {
    await call(endpoint, body as never, { key, insteadOf })
  } catch (error) {
    const { kind, code, data } = asFailure(error)
    const isOpen = kind !== 'refused' || code >= 500 || (code === 409 && data === null)
    if (!isOpen) unanswered.delete(about)
    if (code === 409 && standsIn(data)) return 'old'
    throw error
  }
  unanswered.delete(about)
  return 'taken'
}
