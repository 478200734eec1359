import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelRun, previewCron, runTask } from '../../src/shared/endpoints/tasks.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
let looker: SignedIn
beforeAll(async () => {
  server = await startServer({ settings: { nodeName: 'depot' } })
  looker = await server.signIn({ permissions: ['task.list'] })
})
afterAll(() => server.stop())

interface Shown {
  id: number
  version: number
  name: string
  title: string
  when: string
  next_at: string | null
  enabled: boolean
  state: string | null
  open: { asked_by: string | null } | null
}

const list = async (language: 'en' | 'zh-CN' = 'en'): Promise<Shown[]> =>
  (await server.call('/system/task/list', { page_num: 1, page_size: 50 }, { language })).data.rows
const named = async (name: string, language?: 'en' | 'zh-CN') =>
  (await list(language)).find((row) => row.name === name) as Shown
const runsOf = async (task_id: number, language: 'en' | 'zh-CN' = 'en') =>
  (await server.call('/system/task-run/list', { page_num: 1, page_size: 50, task_id }, { language })).data.rows
const update = (row: Shown, change: object) =>
  server.call('/system/task/update', { id: row.id, version: row.version, ...change })

describe('the list of tasks', () => {
  test('has every task of the system with its name, what it does and when in both languages', async () => {
    const english = await list()
    expect(english.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['frame_log', 'stale_orders', 'retention', 'files', 'backup', 'certificate']),
    )
    for (const language of ['en', 'zh-CN'] as const)
      for (const { name, title, when } of await list(language))
        expect([name, title, when].join(' '), `${name} in ${language}`).not.toMatch(/tasks:|names\.|about\./)
    expect(await named('backup')).toMatchObject({ title: 'Backup', when: 'At 03:30', enabled: true })
    expect(await named('backup', 'zh-CN')).toMatchObject({ title: '备份', when: '03:30' })
  })
})

describe('a person', () => {
  test('runs a task now and reads what it did, in their own language', async () => {
    const { id } = await named('certificate')
    const answer = await server.call(runTask, { id })
    expect(answer).toMatchObject({ code: 200, message: 'It begins now.', data: { id } })
    await vi.waitFor(async () => expect((await runsOf(id))[0].state).toBe('done'))
    const [run] = await runsOf(id)
    expect(run).toMatchObject({ cause: 'person', asked_by: server.administrator.user_name, node: 'depot' })
    expect(run.output).toBe('This server serves no certificate of its own (TLS_CERT).')
    expect((await runsOf(id, 'zh-CN'))[0].output).toBe('本服务器未配置证书（TLS_CERT）。')
    expect((await named('certificate')).state).toBe('done')
    const audited = await server.db.selectFrom('audit_entry').selectAll().where('entity', '=', 'task').execute()
    expect(audited).toMatchObject([{ action: 'run', entity_id: id }])
  })

  test('reads how much of each kind has expired', async () => {
    const { id } = await named('retention')
    await server.call(runTask, { id })
    await vi.waitFor(async () => expect((await runsOf(id))[0].state).toBe('done'))
    const kinds = '0 answers, 0 sign-ins, 0 log entries, 0 plates, 0 transaction events'
    expect((await runsOf(id))[0].output).toBe(`Removed: ${kinds}.`)
    expect((await runsOf(id, 'zh-CN'))[0].output).toMatch(/^已清除：.*车牌 0 个，交易事件 0 条。$/)
  })

  test('cannot run one that waits or runs, or stop one that does neither', async () => {
    const { id } = await named('files')
    await sql`insert into task_run (task_id, job_id, cause, state) values (${id}, gen_random_uuid(), 'schedule', 'waiting')`.execute(
      server.db,
    )
    expect(await server.call(runTask, { id })).toMatchObject({ code: 409, message: 'This task runs already.' })
    expect(await server.call(cancelRun, { id })).toMatchObject({ code: 200 })
    expect((await runsOf(id))[0]).toMatchObject({ state: 'cancelled', cancel_by: server.administrator.user_name })
    expect(await server.call(cancelRun, { id })).toMatchObject({ code: 409, message: 'This task does not run.' })
  })

  test('who may only look may neither run nor time one', async () => {
    const row = await named('files')
    expect((await server.call(runTask, { id: row.id }, { as: looker })).code).toBe(403)
    expect((await server.call('/system/task/update', { ...row, enabled: false }, { as: looker })).code).toBe(403)
    expect((await server.call(runTask, { id: 999_999 })).code).toBe(404)
  })
})

describe('the times of a task', () => {
  beforeEach(async () => void (await server.db.updateTable('task').set({ enabled: true }).execute()))

  test('change its next time at once; pausing takes it away', async () => {
    const row = await named('backup')
    expect((await update(row, { cron: '0 12 * * *', time_zone: 'Asia/Tokyo' })).code).toBe(200)
    expect((await named('backup')).next_at).toMatch(/T03:00:00.000Z$/)
    expect((await update(await named('backup'), { enabled: false })).code).toBe(200)
    expect((await named('backup')).next_at).toBe(null)
  })

  test.each([
    ['61 * * * *', 'This is no cron. An example: 30 3 * * * is every day at 03:30.'],
    ['* * * * * *', 'Five fields: minute, hour, day of the month, month, day of the week.'],
    ['@daily', 'Five fields: minute, hour, day of the month, month, day of the week.'],
    ['0 0 30 2 *', 'This never comes.'],
    ['every day at noon ok', 'This is no cron. An example: 30 3 * * * is every day at 03:30.'],
  ])('are refused at their field where they are nonsense: %s', async (cron, says) => {
    const row = await named('backup')
    expect(await update(row, { cron })).toMatchObject({ code: 422, data: { errors: { cron: says } } })
    const previewed = await server.call(previewCron, { cron, time_zone: 'Asia/Shanghai' })
    expect(previewed).toMatchObject({ code: 422, data: { errors: { cron: says } } })
  })

  test('are shown in words and as the next five while they are typed', async () => {
    const given = { cron: '30 2 * * *', time_zone: 'Europe/Berlin' }
    const { data } = await server.call(previewCron, given, { language: 'zh-CN' })
    expect(data.words).toBe('02:30')
    expect(data.next).toHaveLength(5)
    const hours = data.next.map((at) =>
      new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeStyle: 'short', hourCycle: 'h23' }).format(
        new Date(at),
      ),
    )
    expect(new Set(hours)).toEqual(new Set(['02:30']))
    const zone = await server.call(previewCron, { ...given, time_zone: 'Mars/Olympus' })
    expect(zone).toMatchObject({ code: 422, data: { errors: { time_zone: expect.any(String) } } })
  })
})
