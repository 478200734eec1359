import type { Kysely } from 'kysely'
import type { Database } from './database/tables.ts'
import { hashPileSecret, pileSecretFits } from './pile-secret.ts'

/** What a pile made of a password that it was sent. `unknown`: no answer, or its socket went. */
export type PasswordAnswer = 'accepted' | 'refused' | 'unknown'

// Sent and never answered: the pile may have any of them.
const MOST_SENT = 4

/**
 * A pile's new password counts beside the old one until one of them is used, for nobody knows which of them the pile has. The handshake that uses
 * the new one ends the old one and all other new ones (`ocpp/password-use.ts`); here they begin, and end when the pile says that it takes none.
 */
export async function passwordSent(db: Kysely<Database>, pile_id: number, password: string): Promise<number> {
  const { id } = await insert(db, { pile_id, hash: hashPileSecret(password), state: 'sent' })
  const spare = db
    .selectFrom('pile_new_password')
    .select('id')
    .where('pile_id', '=', pile_id)
    .where('state', '<>', 'by_hand')
    .orderBy('id', 'desc')
    .limit(MOST_SENT)
  await db
    .deleteFrom('pile_new_password')
    .where('pile_id', '=', pile_id)
    .where('state', '<>', 'by_hand')
    .where('id', 'not in', spare)
    .execute()
  return id
}

/** The pile has answered, or never will. */
export async function passwordAnswered(
  db: Kysely<Database>,
  sent: { id: number; pile_id: number; password: string },
  answer: PasswordAnswer,
): Promise<void> {
  if (answer === 'unknown') return
  const { id, pile_id, password } = sent
  if (answer === 'refused') {
    await db.deleteFrom('pile_new_password').where('id', '=', id).execute()
    return
  }
  const { numUpdatedRows } = await db
    .updateTable('pile_new_password')
    .set({ state: 'accepted' })
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  // The pile came by its old one meanwhile, and said yes after that: it has the new one all the same, if it does not use it already.
  const pile = await db.selectFrom('pile').select('password_hash').where('id', '=', pile_id).executeTakeFirst()
  if (pile && !(pile.password_hash && pileSecretFits(pile.password_hash, password)))
    await insert(db, { pile_id, hash: hashPileSecret(password), state: 'accepted' })
}

/** A person will enter it at the pile; one that was made so before ends, for nobody is going to enter it any more. */
export async function passwordByHand(db: Kysely<Database>, pile_id: number, hash: string): Promise<void> {
  await db.deleteFrom('pile_new_password').where('pile_id', '=', pile_id).where('state', '=', 'by_hand').execute()
  await insert(db, { pile_id, hash, state: 'by_hand' })
}

interface New {
  pile_id: number
  hash: string
  state: 'sent' | 'accepted' | 'by_hand'
}

const insert = (db: Kysely<Database>, made: New) =>
  db.insertInto('pile_new_password').values(made).returning('id').executeTakeFirstOrThrow()
