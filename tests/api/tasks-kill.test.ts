import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { serveOver, temporaryFolder } from '../setup/process.ts'

let database: FreshDatabase
const folder = temporaryFolder()
beforeAll(async () => {
  database = await freshDatabase(5)
})
afterAll(async () => {
  await database.drop()
  folder.remove()
})

const runs = async () => {
  const { rows } = await database.pool.query(
    `select r.state, r.cause from task_run r join task t on t.id = r.task_id where t.name = 'files' order by r.id`,
  )
  return rows
}

test('a server that is killed in a task is seen, said, and another runs it again', async () => {
  const first = await serveOver({ database, folder }, { LOG_LEVEL: 'warn' })
  // What the task wants is held, so that it is still at work when its server dies.
  const holder = await database.pool.connect()
  await holder.query('begin; lock table file in access exclusive mode')
  await database.pool.query(`update task set next_at = now() where name = 'files'`)
  await expect.poll(runs, { timeout: 30_000 }).toEqual([{ state: 'running', cause: 'schedule' }])
  first.child.kill('SIGKILL')
  await first.ended
  await holder.query('rollback')
  holder.release()

  const second = await serveOver({ database, folder }, { LOG_LEVEL: 'warn' })
  await expect.poll(runs, { timeout: 60_000 }).toEqual([
    { state: 'interrupted', cause: 'schedule' },
    { state: 'done', cause: 'again' },
  ])
  expect(second.said()).toContain('the server of a task was lost in the middle of it')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
}, 120_000)
