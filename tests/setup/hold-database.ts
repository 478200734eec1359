import { startEmbedded } from '../../src/server/kit/database/embedded/embedded.ts'
import { openDatabase } from '../../src/server/kit/database/pool.ts'

// A process that uses a data folder's database until it is killed: what a crash of the server looks like.
const embedded = await startEmbedded(process.argv[2] ?? '')
const { pool } = openDatabase(embedded.connection, { onIdleError: () => {} })
await pool.query('create table if not exists kept (at timestamptz default now())')
await pool.query('insert into kept default values')
console.log('holding')
setInterval(() => {}, 60_000)
