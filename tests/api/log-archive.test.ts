import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { keepLogs } from '../../src/server/app/kept-tables.ts'
import { archiveTables } from '../../src/server/archives/archive-tables.ts'
import { FolderStore } from '../../src/server/files/folder-store.ts'
import { keepForDays } from '../../src/server/kit/database/kept-for-days.ts'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase, whileRead } from '../setup/database.ts'
import { temporaryFolder } from '../setup/process.ts'
import { at, keptAs, logsOf } from './log-rig.ts'

/** Logs are written into the file store before a part of them goes, where a setting says so. */

let folder: ReturnType<typeof temporaryFolder>
const folders: ReturnType<typeof temporaryFolder>[] = []
let database: FreshDatabase
const DAY = 86_400_000
const NEVER = new AbortController().signal
const { rows, keep, signIn, securityEvent, counted } = logsOf(() => database.pool)
const store = () => new FolderStore(join(folder.path, 'files'))
const place = () => ({
  incoming: join(folder.path, 'files', 'incoming'),
  put: (...content: Parameters<FolderStore['put']>) => store().put(...content),
})
const archives = () =>
  rows<{ name: string; kind: string; rows: number; starts_at: Date; ends_at: Date }>(
    'select * from archive order by id',
  )
const csvOf = (name = '') =>
  gunzipSync(readFileSync(join(folder.path, 'files', name)))
    .toString()
    .trimEnd()
    .split('\n')
/** What holds something. */
const waiting = async () => {
  const marked = await rows<{ name: string }>(
    `select relname as name from pg_class where obj_description(oid, 'pg_class') like 'retired from %' order by 1`,
  )
  const held: string[] = []
  for (const { name } of marked) if ((await rows(`select from ${name} limit 1`)).length) held.push(name)
  return held
}
beforeEach(async () => {
  folder = temporaryFolder()
  folders.push(folder)
  database = await freshDatabase(5)
  await rows(`update system_setting set sign_in_days = 30, refused_days = 30, security_event_days = 30, message_days = 1,
    archive_logs = true`)
  return () => database.drop()
})
afterAll(() => {
  for (const one of folders) one.remove()
})

test('four weeks of sign-ins are in the file store before they are gone, and counted no more', async () => {
  await keep('sign_in_entry', 0)
  for (const day of [0, 27, 28]) await signIn(at(day))
  await keep('sign_in_entry', 28 + 30)
  expect([await counted('sign_in_entry'), (await waiting()).length]).toEqual([1, 1])
  expect(await archives()).toEqual([])
  expect(await archiveTables(database.pool, place())).toBe(1)
  const [archive, ...others] = await archives()
  expect([others, await waiting()]).toEqual([[], []])
  expect(archive).toMatchObject({ kind: 'sign_ins', rows: 2 })
  expect(archive?.name).toMatch(/^archive\/sign-ins\/sign_in_entry_\d{8}_[0-9a-f]{16}\.csv\.gz$/)
  expect([archive?.starts_at, archive?.ends_at].map((moment) => new Date(moment ?? 0).toISOString())).toEqual([
    at(0),
    at(27),
  ])
  const [header = '', ...lines] = csvOf(archive?.name)
  expect(header.split(',')).toContain('outcome')
  expect(lines).toHaveLength(2)
})

test('so are security events, by their day, and refused access', async () => {
  const { id: pile } = await makePile(database.db)
  await keep('security_event', 0)
  await keep('refused_entry', 0)
  await securityEvent(pile, at(3))
  await keep('security_event', 28 + 30)
  await keep('refused_entry', 28 + 30)
  // What is empty leaves no file.
  expect(await archiveTables(database.pool, place())).toBe(1)
  expect((await archives()).map(({ kind, rows: many }) => [kind, many])).toEqual([['security_events', 1]])
  expect(await waiting()).toEqual([])
})

test('what came by a clock that was wrong is archived as well, a week’s together', async () => {
  await keep('sign_in_entry', 0)
  await signIn(at(-500))
  expect(await keep('sign_in_entry', 1)).toMatchObject({ removed: 1 })
  expect([await counted('sign_in_entry'), await archiveTables(database.pool, place())]).toEqual([0, 1])
  const [archive] = await archives()
  expect(archive?.name).toContain('/sign_in_entry_strays_')
  // What is over since less than a week waits for more.
  await signIn(at(-33))
  expect(await keep('sign_in_entry', 1)).toMatchObject({ removed: 0 })
  expect(await keep('sign_in_entry', 8)).toMatchObject({ removed: 1 })
})

test('the task writes them, says how many, and leaves what readings have', async () => {
  await signIn(new Date(Date.now() - 500 * DAY).toISOString())
  await rows(`create table reading_20300107 (like reading including defaults)`)
  await rows(`comment on table reading_20300107 is 'retired from reading, to be archived'`)
  await rows('insert into reading_20300107 (order_id, at, pile_id, connector_number) values (1, now(), 1, 1)')
  const files = { store: store(), incoming: place().incoming }
  const { figures } = await keepLogs(database.pool, files, NEVER)
  expect(figures).toMatchObject({ removed: 1, archived: 1 })
  expect((await archives()).map(({ kind }) => kind)).toEqual(['sign_ins'])
  expect(await waiting()).toEqual(['reading_20300107'])
})

test('what nobody wants archived any more is in no file, though another reads it still', async () => {
  await signIn(new Date(Date.now() - 500 * DAY).toISOString())
  await keepForDays(database.pool, keptAs('sign_in_entry'))
  const [name] = await waiting()
  await rows('update system_setting set archive_logs = false')
  const files = { store: store(), incoming: place().incoming }
  const { figures } = await whileRead(database.pool, String(name), () => keepLogs(database.pool, files, NEVER))
  expect([figures?.archived, await waiting(), existsSync(join(folder.path, 'files', 'archive'))]).toEqual([
    0,
    [name],
    false,
  ])
  await keepLogs(database.pool, files, NEVER)
  expect(await waiting()).toEqual([])
})

test('messages are in no archive, and nothing waits once nobody wants one', async () => {
  await keep('sign_in_entry', 0)
  await keep('message', 0)
  await signIn(at(1))
  await rows(`insert into message (channel, recipient, template, language, subject, body, state, next_try_at, created_at)
    values ('mail', 'a@b.example', 'test', 'en', 'x', '', 'sent', null, '${at(3)}')`)
  await keep('sign_in_entry', 28 + 30)
  await keep('message', 28 + 30)
  expect((await waiting()).map((name) => name.replace(/_\d+$/, ''))).toEqual(['sign_in_entry'])
  expect(await rows('select from message')).toEqual([])
  await rows('update system_setting set archive_logs = false')
  await keep('sign_in_entry', 28 + 30)
  expect([await waiting(), await archives()]).toEqual([[], []])
})
