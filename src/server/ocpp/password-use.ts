import type pg from 'pg'
import type { NewPassword, PileRecord } from './pile-lookup.ts'

/** By which of a pile's passwords it is let in: its own (or none, where none is needed), or one that is new. */
export type Used = { new: NewPassword } | 'own'

/** `stale`: its passwords changed since it was looked up. */
export type Recorded = 'recorded' | 'stale'

// The one statement locks the pile's row, so that of two handshakes at once one sees what the other did.
const useNew = `
  with used as (select hash from pile_new_password where id = $2 and pile_id = $1 for update),
    ended as (delete from pile_new_password where pile_id = $1 and exists (select from used))
  update pile set password_hash = used.hash, updated_at = now() from used where id = $1`

const useOwn = `
  with own as (select id from pile where id = $1 and password_hash is not distinct from $2 for update),
    ended as (delete from pile_new_password using own where pile_id = own.id and state = 'sent')
  select id from own`

/**
 * Writes down which password a pile used, before it is let in. A new one takes the old one's place, and every other one ends. The old one ends
 * new ones that the pile never answered for; one that it accepted, or that a person is to enter, goes on counting: the pile may restart first, and
 * anyone who has a stolen old password must not end the new one with it.
 */
export async function recordPasswordUse(pool: pg.Pool, station: PileRecord, used: Used): Promise<Recorded> {
  if (station.new_passwords.length === 0) return 'recorded'
  const { rowCount } =
    used === 'own'
      ? await pool.query(useOwn, [station.id, station.password_hash])
      : await pool.query(useNew, [station.id, used.new.id])
  return rowCount ? 'recorded' : 'stale'
}
