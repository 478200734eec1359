import type { Kysely } from 'kysely'
import type { Intent } from '../../shared/domain/intent.ts'
import type { Database } from '../kit/database/tables.ts'
import { type PasswordAnswer, passwordAnswered, passwordSent } from '../kit/new-pile-passwords.ts'
import { passwordGiven } from './hidden.ts'
import type { CallOutcome } from './outward.ts'

/**
 * A call that gives a pile another password: the server knows it before the pile does, so that a pile that takes it and whose answer is lost is let
 * in by it. Gives what is to be done with the call's outcome; null for any other call.
 */
export async function giveKey(
  db: Kysely<Database>,
  pile_id: number,
  intent: Intent | null,
): Promise<((outcome: CallOutcome) => Promise<void>) | null> {
  const password = passwordGiven(intent)
  if (password === null) return null
  const id = await passwordSent(db, pile_id, password)
  return (outcome) => passwordAnswered(db, { id, pile_id, password }, whatItSaid(outcome))
}

function whatItSaid(outcome: CallOutcome): PasswordAnswer {
  // It was never sent.
  if (outcome === 'queue_full' || outcome === 'not_connected') return 'refused'
  if (typeof outcome === 'string') return 'unknown'
  if ('error' in outcome) return outcome.unreadable ? 'unknown' : 'refused'
  const { meaning } = outcome.reply
  if (meaning === 'yes') return 'accepted'
  return meaning === 'unclear' ? 'unknown' : 'refused'
}
