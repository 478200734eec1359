import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { type PasswordAnswer, passwordAnswered, passwordSent } from '../kit/new-pile-passwords.ts'
import { meaningOf } from './command-answers.ts'
import { keyGiven } from './command-secrets.ts'
import type { Payload } from './command-sign.ts'
import type { CallOutcome } from './outward.ts'

interface Giving {
  pile_id: number
  action: string
  payload: Payload
}

/**
 * A call that gives a pile another password: the server knows it before the pile does, so that a pile that takes it and whose answer is lost is let
 * in by it. Gives what is to be done with the call's outcome; null for any other call.
 */
export async function giveKey(
  db: Kysely<Database>,
  { pile_id, action, payload }: Giving,
): Promise<((outcome: CallOutcome) => Promise<void>) | null> {
  const password = keyGiven(action, payload)
  if (password === null) return null
  const id = await passwordSent(db, pile_id, password)
  return (outcome) => passwordAnswered(db, { id, pile_id, password }, whatItSaid(action, outcome))
}

function whatItSaid(action: string, outcome: CallOutcome): PasswordAnswer {
  // It was never sent.
  if (outcome === 'queue_full' || outcome === 'not_connected') return 'refused'
  if (typeof outcome === 'string') return 'unknown'
  if ('error' in outcome) return outcome.unreadable ? 'unknown' : 'refused'
  const meaning = meaningOf(action, outcome.answer)
  if (meaning === 'yes') return 'accepted'
  return meaning === 'unclear' ? 'unknown' : 'refused'
}
