import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { readBackup } from '../../src/server/kit/database/backup/read.ts'
import { writeBackup } from '../../src/server/kit/database/backup/write.ts'
import { keepForDays } from '../../src/server/kit/database/kept-for-days.ts'
import { migrations } from '../../src/server/kit/database/migrations.ts'
import { alone } from '../../src/server/kit/database/presence.ts'
import { KEPT_LOGS } from '../../src/server/logs/kept-logs.ts'
import { entities } from '../../src/shared/entities/index.ts'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase, whileRead } from '../setup/database.ts'
import { temporaryFolder } from '../setup/process.ts'
import { at, keptAs, logsOf, MONDAY } from './log-rig.ts'

/** Logs that grow without end: in parts of four weeks, dropped whole once all their rows are older than a setting says. */

let database: FreshDatabase
const DAY = 86_400_000
const { rows, keep, signIn, securityEvent, counted } = logsOf(() => database.pool)
const placesOf = (table: string) =>
  rows<{ name: string; rows: number }>(
    `select tableoid::regclass::text as name, count(*)::int as rows from ${table} group by 1 order by 1`,
  )
const nameOf = (table: string, part: number) =>
  `${table}_${new Date(MONDAY + 28 * DAY * part).toISOString().slice(0, 10).replaceAll('-', '')}`
beforeEach(async () => {
  database = await freshDatabase(5)
  await rows(
    'update system_setting set sign_in_days = 30, refused_days = 30, security_event_days = 30, message_days = 1',
  )
  return () => database.drop()
})

describe('sign-ins', () => {
  test('each lies in the part of its weeks, and a part goes whole when its last is old enough', async () => {
    await keep('sign_in_entry', 0)
    for (const day of [0, 27, 28]) await signIn(at(day))
    expect(await placesOf('sign_in_entry')).toEqual([
      { name: nameOf('sign_in_entry', 0), rows: 2 },
      { name: nameOf('sign_in_entry', 1), rows: 1 },
    ])
    expect(await keep('sign_in_entry', 28 + 29)).toMatchObject({ dropped: 0, removed: 0 })
    expect(await keep('sign_in_entry', 28 + 30)).toMatchObject({ dropped: 1, removed: 0 })
    expect(await placesOf('sign_in_entry')).toEqual([{ name: nameOf('sign_in_entry', 1), rows: 1 }])
  })

  test.each([
    ['added up', true],
    ['not added up yet', false],
  ])('its list counts no more what went with a part: %s', async (_, isAddedUp) => {
    await keep('sign_in_entry', 0)
    for (const day of [1, 2, 2, 30]) await signIn(at(day))
    await signIn(at(3), 'refused')
    if (isAddedUp) await rows('select add_up_sign_in_entry_tally()')
    expect(await counted('sign_in_entry')).toBe(5)
    await keep('sign_in_entry', 28 + 30)
    expect(await counted('sign_in_entry')).toBe(1)
    await rows('select add_up_sign_in_entry_tally()')
    expect(
      await rows(
        `select span, outcome, rows::int from sign_in_entry_tally where span = 'month' order by starts, outcome`,
      ),
    ).toEqual([{ span: 'month', outcome: 'signed_in', rows: 1 }])
  })

  test('of a clock that was wrong: kept where no part is, counted, and removed by its age', async () => {
    await keep('sign_in_entry', 0)
    await signIn(at(-500))
    await signIn(at(500))
    expect(await placesOf('sign_in_entry')).toEqual([{ name: 'sign_in_entry_other', rows: 2 }])
    expect(await keep('sign_in_entry', 1)).toMatchObject({ dropped: 0, removed: 1 })
    expect(await counted('sign_in_entry')).toBe(1)
    expect(await keep('sign_in_entry', 500)).toMatchObject({ made: 2 })
    expect(await placesOf('sign_in_entry')).toMatchObject([{ rows: 1 }])
    expect((await placesOf('sign_in_entry'))[0]?.name).not.toBe('sign_in_entry_other')
  })
})

test('messages that are still to be sent stay when their part goes, and attachments go with theirs', async () => {
  await keep('message', 0)
  for (const state of ['sent', 'queued'])
    await rows(
      `with made as (insert into message (channel, recipient, template, language, subject, body, state, next_try_at, created_at)
        values ('mail', 'a@b.example', 'test', 'en', $1, '', $1, case when $1 = 'queued' then now() end, $2) returning id)
      insert into message_attachment (message_id, name, type, content) select id, 'a.csv', 'text/csv', 'x' from made`,
      [state, at(3)],
    )
  expect(await keep('message', 29)).toMatchObject({ dropped: 1 })
  expect(await rows('select subject from message')).toEqual([{ subject: 'queued' }])
  expect(await rows('select count(*)::int from message_attachment')).toEqual([{ count: 1 }])
  await rows(`update message set state = 'sent', next_try_at = null`)
  expect(await keep('message', 29)).toMatchObject({ removed: 1 })
  expect(await rows('select count(*)::int from message_attachment')).toEqual([{ count: 0 }])
})

test('a message goes when it is too old, though younger ones keep its part; what is still to be sent stays', async () => {
  await keep('message', 0)
  for (const [day, state] of [
    [3, 'sent'],
    [3, 'queued'],
    [5, 'sent'],
    [30, 'sent'],
  ] as const)
    await rows(
      `insert into message (channel, recipient, template, language, subject, body, state, next_try_at, created_at)
        values ('sms', '+4900', 'test', 'en', $1, '', $2, case when $2 = 'queued' then now() end, $3)`,
      [`${state} ${day}`, state, at(day)],
    )
  const left = async () => (await rows('select subject from message order by subject')).map(({ subject }) => subject)
  expect(await keep('message', 4.4)).toMatchObject({ dropped: 0, removed: 0 })
  expect(await keep('message', 4.6)).toMatchObject({ dropped: 0, removed: 1 })
  expect(await left()).toEqual(['queued 3', 'sent 30', 'sent 5'])
  expect(await keep('message', 29)).toMatchObject({ dropped: 1, removed: 0 })
  expect(await left()).toEqual(['queued 3', 'sent 30'])
})

test('what a pile says again within a day is still counted on one row', async () => {
  const { id } = await makePile(database.db)
  await keep('security_event', 0)
  const say = (n: number) => securityEvent(id, at(n))
  expect([await say(1), await say(1), await say(2)].map(({ length }) => length)).toEqual([1, 0, 1])
  expect(await keep('security_event', 28 + 30)).toMatchObject({ dropped: 1 })
  expect(await rows('select id from security_event')).toEqual([])
})

test('where something reads everything, nothing is dropped now, and all of it in the next run', async () => {
  await keep('sign_in_entry', 0)
  await signIn(at(1))
  await whileRead(database.pool, 'sign_in_entry', async () => {
    expect(await keep('sign_in_entry', 28 + 30)).toMatchObject({ dropped: 0 })
    expect(await counted('sign_in_entry')).toBe(1)
  })
  expect(await keep('sign_in_entry', 28 + 30)).toMatchObject({ dropped: 1 })
  expect(await counted('sign_in_entry')).toBe(0)
})

describe('logs of before there were parts', () => {
  /** The tables as they were, with what they held. */
  async function asBefore() {
    await rows(
      'alter table system_setting drop column sign_in_days, drop column refused_days, drop column security_event_days',
    )
    for (const table of ['sign_in_entry', 'refused_entry', 'security_event', 'message']) {
      await rows(
        `create table old_table (like ${table} including defaults including constraints including generated including identity)`,
      )
      const { rows: made } = await database.pool.query(
        `select pg_get_indexdef(indexrelid) as index, indisprimary as is_key from pg_index where indrelid = $1::regclass`,
        [table],
      )
      const { rows: triggers } = await database.pool.query(
        'select pg_get_triggerdef(oid) as trigger from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
        [table],
      )
      const { rows: keys } = await database.pool.query(
        `select conname, pg_get_constraintdef(oid) as key from pg_constraint where conrelid = $1::regclass and contype = 'f'`,
        [table],
      )
      await rows(`drop table ${table} cascade`)
      await rows(`alter table old_table rename to ${table}`)
      for (const { index, is_key } of made)
        await rows(is_key ? `alter table ${table} add primary key (id)` : index.replace(' ON ONLY ', ' ON '))
      for (const { trigger } of triggers) await rows(trigger)
      for (const { conname, key } of keys) await rows(`alter table ${table} add constraint ${conname} ${key}`)
    }
    await rows(`alter table message_attachment add constraint message_attachment_message_id_fkey foreign key (message_id) references message(id)
      on delete cascade`)
    await rows(
      'drop index if exists security_event_day; delete from sign_in_entry_tally; delete from sign_in_entry_tally_note',
    )
  }
  const upgrade = () => rows(migrations.find(({ name }) => name === 'logs-in-partitions')?.sql ?? '')
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString()

  test('keep every row, number and index, and go with the years', async () => {
    await asBefore()
    await rows('update system_setting set log_days = 77')
    const ids: number[] = []
    for (const days of [300, 50, 1, -4000]) ids.push((await signIn(ago(days)))[0]?.id as number)
    await upgrade()
    expect((await rows<{ id: number }>('select id from sign_in_entry order by id')).map(({ id }) => id)).toEqual(ids)
    expect(await placesOf('sign_in_entry')).toEqual([
      { name: 'sign_in_entry_before', rows: 3 },
      { name: 'sign_in_entry_other', rows: 1 },
    ])
    expect(await rows('select sign_in_days, refused_days, security_event_days from system_setting')).toEqual([
      { sign_in_days: 77, refused_days: 77, security_event_days: 77 },
    ])
    const [{ id } = { id: 0 }] = await signIn(ago(0))
    expect(id).toBeGreaterThan(Math.max(...ids))
    expect(await counted('sign_in_entry')).toBe(5)
    const indexes = async (table: string) =>
      (
        await rows<{ index: string }>(
          `select regexp_replace(pg_get_indexdef(indexrelid), '^.* USING', '') as index from pg_index where indrelid = $1::regclass order by 1`,
          [table],
        )
      ).map(({ index }) => index)
    expect(await indexes('sign_in_entry_before')).toEqual(await indexes('sign_in_entry'))
    // One that is too old goes by itself until the last of them is.
    const keepAt = (days: number) => keepForDays(database.pool, keptAs('sign_in_entry'), Date.now() + days * DAY)
    expect(await keepAt(0)).toMatchObject({ dropped: 0, removed: 1 })
    expect(await counted('sign_in_entry')).toBe(4)
    expect(await keepAt(77 + 57)).toMatchObject({ dropped: 2 })
    expect(await counted('sign_in_entry')).toBe(1)
  })

  /** Writes a backup and puts it in the place of everything. */
  async function restored() {
    const folder = temporaryFolder()
    const file = join(folder.path, 'all.backup')
    await writeBackup(database.url, file)
    await alone(database.url, (client) => readBackup(client, file))
    folder.remove()
  }
  const numberOf = async (made: Promise<{ id?: number }[]>) => Number((await made)[0]?.id)
  const post = (state: string) =>
    rows(
      `insert into message (channel, recipient, template, language, subject, body, state, next_try_at)
        values ('sms', '+4900', 'test', 'en', '', '', $1, case when $1 = 'queued' then now() end) returning id`,
      [state],
    )

  test('give no number twice, though a backup is made before the next one is given', async () => {
    await asBefore()
    for (let n = 0; n < 3; n++) await post('sent')
    await signIn(ago(1))
    await upgrade()
    await restored()
    expect(await numberOf(post('queued'))).toBe(4)
    expect(await numberOf(signIn(ago(0)))).toBe(2)
    // One that never had a row begins at its beginning.
    const refused = `insert into refused_entry (kind, reason, address, agent) values ('no_right', 'x', '::1', 'x') returning id`
    expect(await numberOf(rows(refused))).toBe(1)
  })

  test.each([
    ['all of them went', async () => void (await rows('delete from message'))],
    ['the newest went', async () => void (await rows('delete from message where id > 1'))],
  ])('give no number again that was given before the upgrade: %s', async (_, go) => {
    await asBefore()
    for (let n = 0; n < 3; n++) await post('sent')
    await go()
    await upgrade()
    await restored()
    expect(await numberOf(post('sent'))).toBe(4)
  })

  test("keep indexes of the operator's own, whatever their names", async () => {
    await asBefore()
    const long = `sign_in_entry_${'n'.repeat(49)}`
    const others = ['dba_idx', 'Dba "Idx"', '索引'.repeat(10), long, `${'x'.repeat(50)}sign_in_entry`]
    for (const name of others) await rows(`create index "${name.replaceAll('"', '""')}" on sign_in_entry (agent)`)
    await rows('create unique index dba_once on sign_in_entry (id, agent)')
    await signIn(ago(1))
    await upgrade()
    const named = await rows<{ name: string }>(
      `select relname as name from pg_index join pg_class on oid = indexrelid where indrelid = 'sign_in_entry'::regclass`,
    )
    expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(others))
    const [ofBefore] = await rows<{ n: number }>(
      `select count(*)::int as n from pg_index where indrelid = 'sign_in_entry_before'::regclass and pg_get_indexdef(indexrelid) like '%(agent)'`,
    )
    expect(ofBefore).toEqual({ n: others.length })
    // What cannot be unique over all parts stays on what it held for.
    expect(
      await rows(`select indrelid::regclass::text as of from pg_index where indexrelid = 'dba_once'::regclass`),
    ).toEqual([{ of: 'sign_in_entry_before' }])
  })

  test('of piles are found by their day when they are too old, and not by reading all', async () => {
    await asBefore()
    const { id } = await makePile(database.db)
    await rows(
      `insert into security_event (pile_id, type, severity, first_at, received_at, day) values ($1, 'Tampering', 'critical', now(), now(), current_date)`,
      [id],
    )
    await upgrade()
    const reader = await database.pool.connect()
    await reader.query('set enable_seqscan = off')
    const plans: string[] = []
    for (const part of ['security_event_before', 'security_event_other']) {
      const { rows: plan } = await reader.query(`explain delete from ${part} where day < to_timestamp(0)`)
      plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
    }
    reader.release(true)
    // The key has the day as well, behind the number: by that all of it is read.
    expect(plans).toEqual([
      expect.stringMatching(/(on|using) security_event_before_day /),
      expect.stringMatching(/(on|using) security_event_other_day_idx /),
    ])
  })

  test('are as they were when the upgrade breaks off, and it begins again', async () => {
    await asBefore()
    await signIn(ago(3))
    const text = migrations.find(({ name }) => name === 'logs-in-partitions')?.sql ?? ''
    await expect(rows(`begin; ${text}; select 1 / 0; commit`)).rejects.toThrow('division by zero')
    await rows('rollback')
    expect(await placesOf('sign_in_entry')).toEqual([{ name: 'sign_in_entry', rows: 1 }])
    await upgrade()
    expect(await placesOf('sign_in_entry')).toEqual([{ name: 'sign_in_entry_before', rows: 1 }])
  })
})

test('every log that is counted beside its rows says how', () => {
  for (const { table, tally } of KEPT_LOGS)
    expect(Boolean(tally)).toBe(
      Boolean(
        (Object.values(entities) as { table: string; tally: unknown }[]).find((one) => one.table === table)?.tally,
      ),
    )
})
