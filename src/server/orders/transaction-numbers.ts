import type pg from 'pg'

/** Numbers of transactions that the time has used up, whether they were given or not: 172,800 a day, until 2059. */
const A_SECOND = 2
const SINCE = Date.UTC(2026, 0, 1)
/** OCPP 1.6 numbers transactions in 32 bits with a sign. */
const MOST = 0x7fff_ffff
// Another node may take a number between our look and our jump: never so many.
const LEAST_JUMP = 100

/**
 * Transactions are numbered from what the time has used up at the least. A database that was brought back to an earlier state by
 * whatever means (a copy of its files, a snapshot, tools of its own) then never gives a number that a pile was told after
 * that state. To be called before piles are let in; a jump of a node counts for all.
 */
export async function skipToldNumbers(pool: pg.Pool, now = Date.now()): Promise<void> {
  const least = Math.floor((now - SINCE) / 1000) * A_SECOND
  if (least > MOST - LEAST_JUMP) return
  await pool.query(
    `select setval('transaction_id_seq', $1::bigint) from transaction_id_seq where last_value < $1::bigint - $2::bigint`,
    [least, LEAST_JUMP],
  )
}
