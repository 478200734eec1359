import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../kit/database/tables.ts'
import type { SetAside } from '../ocpp/ports.ts'

/** Keeps what belongs to no open order, once, however often the pile repeats it. */
export const setAside = (db: Kysely<Database>): SetAside => ({
  keep: async ({ id }, action, reason, payload) => {
    const text = JSON.stringify(payload)
    await db
      .insertInto('set_aside')
      .values({
        pile_id: id,
        action,
        reason,
        payload: text,
        payload_hash: createHash('sha256').update(text).digest('hex'),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
})
