import { expect, test } from 'vitest'
import { openDatabase } from '../../../src/server/kit/database/pool.ts'
import { freshDatabase } from '../../setup/database.ts'

test('an instant, a day and an amount come from the database as records hold them', async () => {
  const database = await freshDatabase()
  const { rows } = await database.pool.query(
    `select timestamptz '2026-11-20 23:09:41.708999+00' as at, timestamptz '2026-11-20 00:00:00+08' as east,
            date '2026-11-20' as day, 12345678901::bigint as cents, 0.125::numeric as share,
            array[timestamptz '2026-01-01 00:00Z', null] as moments, array[1, 2]::bigint[] as ids`,
  )
  expect(rows[0]).toEqual({
    at: '2026-11-20T23:09:41.708Z',
    east: '2026-11-19T16:00:00.000Z',
    day: '2026-11-20',
    cents: 12_345_678_901,
    share: 0.125,
    moments: ['2026-01-01T00:00:00.000Z', null],
    ids: [1, 2],
  })
  await database.drop()
})

test('a connection that is lost in its user’s hands fails its user, and nobody else', async () => {
  const database = await freshDatabase()
  const client = await database.pool.connect()
  const broke = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query('select pg_backend_pid() as pid')
  expect(client.listenerCount('error')).toBeGreaterThan(0)
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await broke
  await expect(client.query('select 1')).rejects.toThrow()
  client.release()
  expect((await database.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  await database.drop()
})

test('no statement is compiled, whatever the database is set to: it costs seconds of a sign-in', async () => {
  const database = await freshDatabase()
  await database.pool.query(`do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`)
  const opened = openDatabase(database.url)
  expect((await opened.pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  await opened.close()
  await database.drop()
})
