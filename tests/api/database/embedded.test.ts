import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { serverAccount } from '../../../src/server/kit/database/embedded/account.ts'
import { FolderInUse } from '../../../src/server/kit/database/embedded/cluster-lock.ts'
import { type Embedded, startEmbedded } from '../../../src/server/kit/database/embedded/embedded.ts'
import { isAlive } from '../../../src/server/kit/database/embedded/process.ts'
import { migrate } from '../../../src/server/kit/database/migrate.ts'
import { openDatabase } from '../../../src/server/kit/database/pool.ts'
import { type Running, runProgram, temporaryFolder } from '../../setup/process.ts'

const folder = temporaryFolder()
const pidFile = () => join(folder.path, 'postgres/postmaster.pid')
const postmaster = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])
const start = (options = {}) => startEmbedded(folder.path, { throwaway: true, ...options })

let running: Embedded | undefined
let other: Running | undefined
let stranger: ChildProcess | undefined

async function holdElsewhere() {
  other = runProgram('tests/setup/hold-database.ts', {}, [folder.path])
  await other.says(/holding/)
  return other
}

async function kept({ connection }: Embedded) {
  const { pool, close } = openDatabase(connection)
  const { rows } = await pool.query('select count(*) from kept')
  await close()
  return rows[0].count
}

beforeAll(async () => {
  await (await start()).stop()
})

afterEach(async () => {
  other?.child.kill('SIGKILL')
  stranger?.kill()
  await running?.stop()
  running = undefined
})

afterAll(() => folder.remove())

test('a stopped server leaves no process and no pid file', async () => {
  const embedded = await start()
  const pid = postmaster()
  await embedded.stop()
  expect(isAlive(pid)).toBe(false)
  expect(() => postmaster()).toThrow('ENOENT')
})

test('the server that a killed process left behind is adopted, with all that was committed', async () => {
  const { child, ended } = await holdElsewhere()
  const before = postmaster()
  child.kill('SIGKILL')
  await ended
  expect(isAlive(before)).toBe(true)
  running = await start()
  expect(postmaster()).toBe(before)
  expect(await kept(running)).toBe(1)
})

test('a pid file that a power cut left behind is no obstacle, and nothing committed is lost', async () => {
  const { child, ended } = await holdElsewhere()
  const before = postmaster()
  child.kill('SIGKILL')
  process.kill(before, 'SIGKILL')
  await ended
  running = await start()
  expect(postmaster()).not.toBe(before)
  expect(await kept(running)).toBe(2)
})

test('a pid file that names a stranger is left alone, and the operator is told', async () => {
  const account = serverAccount(join(folder.path, 'postgres'))
  stranger = spawn('sleep', ['60'], { ...account, stdio: 'ignore' })
  writeFileSync(pidFile(), `${stranger.pid}\n${folder.path}\n1\n5432\n${folder.path}\n\n`)
  await expect(start()).rejects.toThrow(`names process ${stranger.pid}, which lives but is not this folder's`)
  expect(isAlive(stranger.pid ?? 0)).toBe(true)
  stranger.kill()
  await once(stranger, 'exit')
  running = await start()
})

test('the program is no superuser: it reaches no file, no other program, no other role', async () => {
  running = await start()
  const { pool, close } = openDatabase(running.connection)
  const { rows } = await pool.query(
    'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
  )
  expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
  const refused = ["copy (select 1) to program 'id'", "select pg_read_file('/etc/passwd')", 'create role another']
  for (const statement of refused)
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  await close()
})

test('a database of before belongs to the program after the start, with all that is in it', async () => {
  running = await start()
  const { database, user } = running.connection
  const asBefore = openDatabase({ ...running.administration, database: 'postgres' }, { max: 1 })
  await asBefore.pool.query(`drop database ${database} with (force)`)
  await asBefore.pool.query(`create database ${database}`)
  await asBefore.close()
  const inside = openDatabase({ ...running.administration, database: String(database) }, { max: 1 })
  await migrate(inside.pool)
  await inside.pool.query(
    "create schema queue; create type queue.state as enum ('new'); create table queue.job (id int)",
  )
  await inside.close()
  await running.stop()

  running = await start()
  const { pool, close } = openDatabase(running.connection)
  const foreign = await pool.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'queue') and pg_get_userbyid(c.relowner) <> $1
     union all
     select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'queue') and pg_get_userbyid(p.proowner) <> $1
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    [user],
  )
  expect(foreign.rows).toEqual([])
  // A later migration changes what earlier ones made.
  await pool.query('alter table site add column later text')
  await pool.query('insert into queue.job values (1)')
  await close()
})

test('a second server on the same folder is refused with the number of the first', async () => {
  const { child } = await holdElsewhere()
  const pid = postmaster()
  const refusal = await start().catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(FolderInUse)
  expect((refusal as Error).message).toMatch(new RegExp(`in use by another Chargedeck \\(.*process ${child.pid}\\)`))
  expect(isAlive(pid)).toBe(true)
  child.kill('SIGKILL')
  running = await start()
})

test('a server that dies under us is started again at the same address', async () => {
  const recovered = new Promise<void>((resolve) => {
    start({ onRecovered: resolve }).then((embedded) => {
      running = embedded
      process.kill(postmaster(), 'SIGKILL')
    })
  })
  await recovered
  expect(running && (await kept(running))).toBeGreaterThan(0)
})

test('an ending server is waited for', async () => {
  const first = await start()
  const stopped = first.stop()
  await sleep(20)
  running = await start()
  await stopped
  expect(await kept(running)).toBeGreaterThan(0)
})
