import { type Kysely, sql } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import { sha256 } from '../kit/sha256.ts'
import type { SetAside } from '../ocpp/ports.ts'

/**
 * Keeps what belongs to no open order. Reports that say the same are one entry that counts them and tells when the first and
 * the last came: a pile without a clock says the same of two sessions, so none is taken for another one repeated.
 */
export const setAside = (db: Kysely<Database>): SetAside => ({
  keep: async ({ id }, what, reason, payload) => {
    const text = JSON.stringify(payload)
    await db
      .insertInto('set_aside')
      .values({
        pile_id: id,
        action: what,
        reason,
        payload: text,
        payload_hash: sha256(text),
      })
      .onConflict((conflict) =>
        conflict.columns(['pile_id', 'action', 'payload_hash']).doUpdateSet((eb) => ({
          times: eb('set_aside.times', '+', 1),
          last_received_at: sql<string>`now()`,
        })),
      )
      .execute()
  },
})
