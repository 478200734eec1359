import type pg from 'pg'

/**
 * Works on a connection of its own, and cuts it where the work throws or is told to leave: what was not committed is undone, and half an answer is
 * nobody else's. Throws the signal's reason then.
 */
export async function onOneLine<Done>(
  pool: pg.Pool,
  signal: AbortSignal | undefined,
  work: (client: pg.PoolClient) => Promise<Done>,
): Promise<Done> {
  signal?.throwIfAborted()
  const client = await pool.connect()
  let held = true
  const release = (cut: boolean) => {
    if (held) client.release(cut)
    held = false
  }
  const leave = () => release(true)
  signal?.addEventListener('abort', leave, { once: true })
  // It may have come while the connection was waited for.
  if (signal?.aborted) leave()
  try {
    return await work(client)
  } catch (error) {
    release(true)
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', leave)
    release(false)
  }
}
