import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../../../src/shared/commands/index.ts'
import { makePile } from '../../make.ts'
import { type FreshDatabase, freshDatabase } from '../../setup/database.ts'

/** What migration 0102 makes of commands that were kept in the words of OCPP 1.6. */

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase(2)
})
afterAll(() => database.drop())

const list = [{ idTag: ' a1', idTagInfo: { status: 'Accepted' } }, { idTag: 'B2' }]
const KEPT: [action: string, payload: object, name: string, intent: object | null][] = [
  [
    'RemoteStartTransaction',
    { connectorId: 1, idTag: 'A1' },
    'start',
    { ask: 'start', connector_number: 1, card_number: 'A1' },
  ],
  ['Reset', { type: 'Hard' }, 'reset', null],
  ['ChangeConfiguration', { key: 'authorizationKey', value: '***' }, 'set_password', null],
  ['ChangeConfiguration', { key: 'HeartbeatInterval', value: '60' }, 'configure', null],
  [
    'ReserveNow',
    { connectorId: 2, idTag: 'A1', reservationId: 7, expiryDate: '2031-01-01T00:00:00Z' },
    'reserve',
    { ask: 'reserve', connector_number: 2, card_number: 'A1', reservation: 7, until: '2031-01-01T00:00:00Z' },
  ],
  [
    'SendLocalList',
    { listVersion: 3, updateType: 'Full', localAuthorizationList: list },
    'update_card_list',
    {
      ...{ ask: 'update_card_list', connector_number: null, version: 3, full: true },
      cards: [
        { card_number: ' a1', status: 'Accepted' },
        { card_number: 'B2', status: null },
      ],
    },
  ],
  ['SomethingElse', {}, 'other', null],
]

test('every command has our name, and what others read of it is in our words', async () => {
  const { db, pool } = database
  const { id: pile_id } = await makePile(db)
  await pool.query(`
    drop trigger service_by_hand on command;
    drop trigger command_local_list on command;
    create trigger command_local_list after update of status on command for each row when (false) execute function command_local_list();
    alter table command drop column call, drop column intent`)
  for (const [action, payload] of KEPT)
    await sql`insert into command (pile_id, connector_number, action, payload, status)
      values (${pile_id}, ${'connectorId' in payload ? payload.connectorId : null}, ${action}, ${JSON.stringify(payload)}, 'sent')`.execute(
      db,
    )
  await sql`insert into set_aside (pile_id, action, reason, payload, payload_hash)
    values (${pile_id}, 'StopTransaction', 'unknown', '{}', 'h')`.execute(db)

  await pool.query(readFileSync('src/server/migrations/0102-command-names.sql', 'utf8'))

  const rows = await db.selectFrom('command').select(['action', 'call', 'intent']).orderBy('id').execute()
  const found = rows.map(({ action, call, intent }) => [call, action, intent && JSON.parse(intent)])
  expect(found).toEqual(KEPT.map(([call, , name, intent]) => [call, name, intent]))
  const names = new Set(Object.keys(commands))
  expect(rows.filter(({ action }) => !names.has(action))).toEqual([])
  expect(await db.selectFrom('set_aside').select('action').execute()).toEqual([{ action: 'stop' }])

  // The list of a pile follows from an intent as it did from a call.
  await db.updateTable('command').set({ status: 'done' }).where('action', '=', 'update_card_list').execute()
  const entries = db.selectFrom('local_list_entry').select(['tag', 'status']).where('pile_id', '=', pile_id)
  expect(await entries.orderBy('tag').execute()).toEqual([
    { tag: 'A1', status: 'Accepted' },
    { tag: 'B2', status: null },
  ])
})
