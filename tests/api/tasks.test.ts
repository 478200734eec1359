import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { NOBODY } from '../../src/server/kit/person.ts'
import type { Log } from '../../src/server/tasks/ports.ts'
import { noteEnded, noteWaiting } from '../../src/server/tasks/run-book.ts'
import { RunLock } from '../../src/server/tasks/run-lock.ts'
import type { Task, TaskContext } from '../../src/server/tasks/task.ts'
import { TaskFailed } from '../../src/server/tasks/task-output.ts'
import { Tasks } from '../../src/server/tasks/tasks.ts'
import { ownTodos } from '../../src/server/todos/own-todos.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'

let database: FreshDatabase
const servers: Tasks[] = []
const log = pino({ level: 'silent' }) as unknown as Log

beforeAll(async () => {
  database = await freshDatabase(20)
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()))
  await sql`truncate task, task_run, pgboss.job`.execute(database.db)
})
afterAll(() => database.drop())

const YEARLY = '0 0 1 1 *'

const server = (...tasks: Task[]) => serverOf(tasks)

/** A server that looks every few milliseconds. */
async function serverOf(tasks: Task[], timing: { retrySeconds?: number } = {}): Promise<Tasks> {
  const made = new Tasks({
    db: database.db,
    pool: database.pool,
    log,
    tasks,
    node: 'one',
    changed: () => {},
    timing: { lookMs: 20, beatMs: 20, lostMs: 50, retries: 1, retrySeconds: 0, ...timing },
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
/** What waits for anyone who may run tasks. */
const toDo = async () => {
  const keeper = { ...NOBODY, id: 1, permissions: ['task.run'], grants: [{ permissions: ['task.run'], reach: null }] }
  const { groups } = await ownTodos(database.db, keeper)
  return groups.flatMap(({ rows }) => rows.map(({ title }) => title))
}
const states = async () => (await runs()).map(({ state }) => state)

const begin = (server: Tasks) =>
  database.db.transaction().execute(async (trx) => {
    const { id: task_id } = await row()
    const job_id = await server.queue.put(trx, 'backup')
    return noteWaiting(trx, { task_id, job_id: String(job_id), cause: 'person', asked_by: 'mei' })
  })
/** Runs until it is told to leave. */
const untilLeft = ({ signal }: TaskContext) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('left'))))

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

  test('that is due with others is taken by itself: each of them begins', async () => {
    await server(
      task(async () => {}),
      task(async () => {}, { name: 'figures' }),
      task(async () => {}, { name: 'disk' }),
    )
    await due()
    await vi.waitFor(async () => expect(await states()).toEqual(['done', 'done', 'done']))
  })

  test('that still runs leaves its next turn out', async () => {
    let times = 0
    let end = () => {}
    const lasting = () =>
      new Promise<void>((resolve) => {
        times++
        end = resolve
      })
    await server(task(lasting))
    await due()
    await vi.waitFor(async () => expect(await states()).toEqual(['running']))
    await due()
    await vi.waitFor(async () => expect(Date.parse(String((await row()).next_at))).toBeGreaterThan(Date.now()))
    end()
    await vi.waitFor(async () => expect(await states()).toEqual(['done']))
    expect(times).toBe(1)
  })

  test('that is paused does not run at its time, but does when a person asks', async () => {
    const one = await server(task(async () => {}))
    await sql`update task set enabled = false, next_at = now() - interval '1 minute'`.execute(database.db)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await states()).toEqual([])
    await begin(one)
    await vi.waitFor(async () => expect(await states()).toEqual(['done']))
    expect((await runs())[0]).toMatchObject({ cause: 'person', asked_by: 'mei', said: { said: 'backup_elsewhere' } })
  })

  test('that fails is tried again before it is a matter for a person', async () => {
    const between: unknown[] = []
    const one = await server(
      task(async () => {
        between.push(await toDo())
        throw new Error('the disk is full')
      }),
    )
    await begin(one)
    await vi.waitFor(async () => expect(await toDo()).toEqual(['backup']))
    const [first, again] = await runs()
    expect(await states()).toEqual(['failed', 'failed'])
    expect([first?.cause, again?.cause, again?.error]).toEqual(['person', 'again', 'the disk is full'])
    expect(between).toEqual([[], []])
  })

  test('that waits for its next try is no matter for a person yet', async () => {
    const one = await serverOf([task(() => Promise.reject(new Error('no network')))], { retrySeconds: 3_600 })
    await begin(one)
    await vi.waitFor(async () => expect(await states()).toEqual(['failed']))
    expect((await row()).state).toBe('waiting')
    expect(await toDo()).toEqual([])
  })

  test('that fails with words of its own keeps them for every language', async () => {
    const one = await server(task(() => Promise.reject(new TaskFailed({ said: 'no_certificate' }))))
    await begin(one)
    await vi.waitFor(async () => expect((await runs())[0]).toMatchObject({ said: { said: 'no_certificate' } }))
    await vi.waitFor(async () => expect((await row()).state).toBe('failed'))
  })

  test('that a person stops after a server took it and before it began does not run', async () => {
    let times = 0
    const taken = await server(task(async () => void times++))
    const { id } = await row()
    // Whoever runs a task has its lock: the server has taken the run and waits for it.
    const lock = await RunLock.take(database.pool, id)
    const run_id = await begin(taken)
    taken.look()
    await vi.waitFor(async () => {
      const { rows } = await sql<{ state: string }>`select state::text from pgboss.job`.execute(database.db)
      expect(rows).toEqual([{ state: 'active' }])
    })
    await database.db.transaction().execute(async (trx) => {
      const { job_id } = (await runs())[0] ?? expect.fail('no run')
      await taken.queue.cancelled(trx, job_id)
      await noteEnded(trx, run_id, { state: 'cancelled' })
    })
    await lock?.release()
    // It is through with that run when the next one is done.
    await due()
    taken.look()
    const ended = async () => (await runs()).map(({ state, cause }) => `${state} ${cause}`)
    await vi.waitFor(async () => expect(await ended()).toContain('done schedule'))
    expect([await ended(), times]).toEqual([['cancelled person', 'done schedule'], 1])
  })

  test('tells how far it is and stops when a person says so', async () => {
    const watched = (context: TaskContext) => {
      context.progress(1, 4)
      return untilLeft(context)
    }
    const one = await server(task(watched, { cancels: true }))
    await begin(one)
    await vi.waitFor(async () => expect((await runs())[0]).toMatchObject({ state: 'running', progress: 25 }))
    await sql`update task_run set cancel_by = 'mei'`.execute(database.db)
    await vi.waitFor(async () => expect(await states()).toEqual(['cancelled']))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await states()).toEqual(['cancelled'])
    expect(await toDo()).toEqual([])
  })

  test('whose server loses the database under it is seen, said and run again by another', async () => {
    let times = 0
    const lasting = task(async (context) => (times++ === 0 ? untilLeft(context) : undefined))
    const one = await server(lasting)
    await begin(one)
    await vi.waitFor(async () => expect(await states()).toEqual(['running']))
    await server(lasting)
    await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 731104203`.execute(
      database.db,
    )
    await vi.waitFor(async () => expect(await states()).toEqual(['interrupted', 'done']))
    expect((await runs())[1]).toMatchObject({ cause: 'again' })
    expect(times).toBe(2)
  })

  test('whose server is lost at every try is given up: a matter for a person', async () => {
    let lost = 0
    await server(task(untilLeft))
    const one = await server(task(untilLeft))
    await begin(one)
    while ((await row()).state !== 'failed' && lost < 10) {
      await vi.waitFor(async () => expect((await row()).state).toMatch(/running|failed/))
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 731104203`.execute(
        database.db,
      )
      lost++
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    expect(await states()).toEqual(['interrupted', 'interrupted'])
    expect(await toDo()).toEqual(['backup'])
  })

  test('that a server took and was lost before it began is begun by another', async () => {
    const ran = vi.fn(async () => {})
    const lost = await server(task(ran))
    await lost.stop()
    await begin(lost)
    await sql`update pgboss.job set state = 'active', started_on = now()`.execute(database.db)
    await server(task(ran))
    // Anyone who has just taken it may be about to begin.
    await new Promise((done) => setTimeout(done, 150))
    expect(await states()).toEqual(['waiting'])
    await sql`update pgboss.job set started_on = now() - interval '2 minutes'`.execute(database.db)
    await expect.poll(states).toEqual(['done'])
    expect(ran).toHaveBeenCalledTimes(1)
  })

  test('is left where a server stops, and taken up by the next', async () => {
    let times = 0
    const lasting = task(async (context) => (times++ === 0 ? untilLeft(context) : undefined))
    const one = await server(lasting)
    await begin(one)
    await vi.waitFor(async () => expect(await states()).toEqual(['running']))
    await servers.pop()?.stop()
    expect(await states()).toEqual(['interrupted'])
    await server(lasting)
    await vi.waitFor(async () => expect(await states()).toEqual(['interrupted', 'done']))
  })

  test('of a restored database that the queue knows nothing of is over', async () => {
    const one = await server(task(async () => {}))
    const { id: task_id } = await row()
    const job_id = '00000000-0000-4000-8000-000000000001'
    await database.db.insertInto('task_run').values({ task_id, job_id, cause: 'schedule', state: 'running' }).execute()
    await vi.waitFor(async () => expect(await states()).toEqual(['interrupted']))
    expect(one.named('backup')).toBeDefined()
  })

  test('keeps its last hundred runs', async () => {
    const one = await server(task(async () => {}))
    const { id: task_id } = await row()
    await sql`insert into task_run (task_id, job_id, cause, state)
      select ${task_id}, gen_random_uuid(), 'schedule', 'done' from generate_series(1, 150)`.execute(database.db)
    await begin(one)
    await vi.waitFor(async () => expect((await states()).length).toBe(100))
    expect((await runs()).at(-1)?.cause).toBe('person')
  })

  test('that only a server of another version has is left alone, with what a person timed, and is not run by this one', async () => {
    await server(
      task(async () => {}, { name: 'files' }),
      task(async () => {}, { name: 'of_the_next_version' }),
    )
    await servers.pop()?.stop()
    await sql`update task set cron = '7 7 * * *', next_at = now() - interval '1 minute' where name = 'of_the_next_version'`.execute(
      database.db,
    )
    await server(task(async () => {}, { name: 'files' }))
    await new Promise((done) => setTimeout(done, 300))
    const { rows } =
      await sql`select cron, state, next_at < now() as due from task where name = 'of_the_next_version'`.execute(
        database.db,
      )
    expect(rows).toEqual([{ cron: '7 7 * * *', state: null, due: true }])
  })

  test('that waits and that only a server of another version has stays for that one, untried', async () => {
    let times = 0
    const ofTheNext = task(async () => void times++)
    await server(ofTheNext)
    await servers.pop()?.stop()
    const without = await server(task(async () => {}, { name: 'files' }))
    await begin(without)
    without.look()
    await new Promise((done) => setTimeout(done, 300))
    const { rows } = await sql`select state::text, retry_count from pgboss.job`.execute(database.db)
    expect([rows, await states()]).toEqual([[{ state: 'created', retry_count: 0 }], ['waiting']])
    await server(ofTheNext)
    await vi.waitFor(async () => expect([times, await states()]).toEqual([1, ['done']]))
  })

  test('that no server has declared for a day is gone, and one that a person timed stays so', async () => {
    await server(
      task(async () => {}),
      task(async () => {}, { name: 'files' }),
    )
    await sql`update task set declared_at = now() - interval '25 hours'`.execute(database.db)
    await sql`update task set cron = '7 7 * * *', enabled = false where name = 'files'`.execute(database.db)
    await servers.pop()?.stop()
    await server(task(async () => {}, { name: 'files' }))
    expect(await row()).toMatchObject({ name: 'files', cron: '7 7 * * *', enabled: false })
  })
})
