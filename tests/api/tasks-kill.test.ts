import { expect, test } from 'vitest'
import { groundOfServers } from '../setup/ground.ts'

const ground = groundOfServers()

const runs = async () => {
  const { rows } = await ground.database.pool.query(
    `select r.state, r.cause from task_run r join task t on t.id = r.task_id where t.name = 'files' order by r.id`,
  )
  return rows
}

test('a server that is killed in a task is seen, said, and another runs it again', async () => {
  const first = await ground.serve({ LOG_LEVEL: 'warn' })
  // What the task wants is held, so that it is still at work when its server dies.
  const holder = await ground.database.pool.connect()
  await holder.query('begin; lock table file in access exclusive mode')
  await ground.database.pool.query(`update task set next_at = now() where name = 'files'`)
  await expect.poll(runs).toEqual([{ state: 'running', cause: 'schedule' }])
  first.child.kill('SIGKILL')
  await first.ended
  await holder.query('rollback')
  holder.release()

  const second = await ground.serve({ LOG_LEVEL: 'warn' })
  await expect.poll(runs).toEqual([
    { state: 'interrupted', cause: 'schedule' },
    { state: 'done', cause: 'again' },
  ])
  expect(second.said()).toContain('the server of a task was lost in the middle of it')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})
