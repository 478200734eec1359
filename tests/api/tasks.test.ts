import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FailedTask, Log } from '../../src/server/tasks/needs.ts'
import { RunLock } from '../../src/server/tasks/run-lock.ts'
import type { Task, TaskContext } from '../../src/server/tasks/task.ts'
import { Tasks } from '../../src/server/tasks/tasks.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

let database: FreshDatabase
const servers: Tasks[] = []
const failed: FailedTask[] = []
const log = pino({ level: 'silent' }) as unknown as Log

beforeAll(async () => {
  database = await freshDatabase(20)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await sql`truncate task, task_run, pgboss.job`.execute(database.db)
  failed.length = 0
})
afterAll(() => database.drop())

const EVERY_MINUTE = '* * * * *'
const YEARLY = '0 0 1 1 *'

/** A server that looks every few milliseconds. */
async function server(...tasks: Task[]): Promise<Tasks> {
  const made = new Tasks({
    db: database.db,
    pool: database.pool,
    log,
    tasks,
    changed: () => {},
    failed: async (_, what) => void failed.push(what),
    timing: { lookMs: 20, beatMs: 20, lostMs: 50, retries: 1, retrySeconds: 0 },
  })
  servers.push(made)
  await made.start()
  return made
}

const task = (run: (context: TaskContext) => Promise<unknown>, more: Partial<Task> = {}): Task => ({
  name: 'backup',
  cron: YEARLY,
  run: async (context) => {
    await run(context)
    return { said: 'backup_elsewhere' }
  },
  ...more,
})

const runs = () => database.db.selectFrom('task_run').selectAll().orderBy('id').execute()
const row = () => database.db.selectFrom('task').selectAll().executeTakeFirstOrThrow()
const due = () => sql`update task set next_at = now() - interval '3 days'`.execute(database.db)
const states = async () => (await runs()).map(({ state }) => state)

describe('a task', () => {
  test('that is due runs once, however many servers there are and however often it was missed', async () => {
    let times = 0
    const counted = task(async () => void times++)
    await Promise.all([server(counted), server(counted), server(counted)])
    await due()
    await vi.waitFor(async () => expect(await states()).toEqual(['done']))
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(times).toBe(1)
    expect(await states()).toEqual(['done'])
    const { state, next_at, duration_ms } = await row()
    expect({ state, ahead: Date.parse(String(next_at)) > Date.now() }).toEqual({ state: 'done', ahead: true })
    expect(duration_ms).toBeGreaterThanOrEqual(0)
  })
})
