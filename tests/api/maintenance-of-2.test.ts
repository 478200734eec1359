import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { httpTransfer } from '../../src/fleet/transfer.ts'
import { pileDiagnostics } from '../../src/shared/endpoints/diagnostics.ts'
import { uploadFirmware } from '../../src/shared/endpoints/files.ts'
import { pushFirmware } from '../../src/shared/endpoints/firmware.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileView } from '../../src/shared/endpoints/piles.ts'
import { makePile, makeSite, next } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'

/** OCPP 2 has one call for what is signed and what is not (L01, L02), and diagnostics are one of its logs (N01). */

let database: FreshDatabase
let server: TestServer
const startPile = virtualPiles()
beforeAll(async () => {
  database = await freshDatabase(5)
  server = await startServer({ database })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const VERSIONS = ['2.0.1', '2.1'] as const

async function pileOf(version: (typeof VERSIONS)[number]) {
  const { id: site_id } = await makeSite(server.db)
  const { id, station_number: station } = await makePile(server.db, { site_id })
  const pile = startPile(
    server,
    { station, version, backoff: { firstMs: 50, maxMs: 200 } },
    { pace: 1000 },
    httpTransfer,
  )
  await vi.waitFor(() => expect(pile.online).toBe(true))
  return { id, site_id, pile, station }
}

const commandOf = (pile_id: number) =>
  server.db
    .selectFrom('command')
    .select(['id', 'call', 'status', 'payload'])
    .where('pile_id', '=', pile_id)
    .where('action', 'in', ['upload_log', 'update_signed_firmware'])
    .executeTakeFirstOrThrow()

test.each(VERSIONS)('a pile of %s is asked for its diagnostics as for a log, and brings them', async (version) => {
  const { id, station } = await pileOf(version)
  expect((await server.call(pileView, { id })).data.commands).toContain('upload_diagnostics')
  const asked = await server.call(pileCommands.upload_diagnostics, { id, what: 'diagnostics' })
  expect(asked).toMatchObject({ code: 200, data: { command: { call: 'GetLog' } } })
  await vi.waitFor(async () => {
    const { rows } = (await server.call(pileDiagnostics, { id })).data
    expect(rows).toMatchObject([
      { what: 'diagnostics', state: 'uploaded', file: { name: expect.stringContaining(station) } },
    ])
  })
  await vi.waitFor(async () => expect((await commandOf(id)).status).toBe('done'))
  const { id: requestId, payload } = await commandOf(id)
  expect(JSON.parse(String(payload))).toMatchObject({ logType: 'DiagnosticsLog', requestId })
})

test.each(VERSIONS)('firmware without a signature reaches a pile of %s', async (version) => {
  const { id, site_id, pile } = await pileOf(version)
  const form = new FormData()
  form.append('file', new Blob([Buffer.alloc(4_000, 7)]), 'CD-A7-1.5.0.bin')
  const { token } = await server.signIn({ permissions: ['*'] })
  const sent = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
  const { data } = await (await fetch(`${server.url}/api${uploadFirmware.path}`, sent)).json()
  const given = { name: `Firmware ${next()}`, site_id, file: data.key, firmware_version: '1.5.0' }
  const { data: task } = await server.call('/system/firmware/add', given)
  await server.call(pushFirmware, { id: task.id })
  await vi.waitFor(async () => expect(await commandOf(id)).toMatchObject({ call: 'UpdateFirmware', status: 'done' }))
  const { firmware } = JSON.parse(String((await commandOf(id)).payload))
  expect(Object.keys(firmware).sort()).toEqual(['location', 'retrieveDateTime'])
  expect(pile.memory.firmware).toBe('1.5.0')
  await vi.waitFor(async () => {
    const upgrade = await server.call('/system/firmware/upgrade/index', { firmware_id: [task.id], page_size: 50 })
    expect(upgrade.data.rows).toMatchObject([{ upgrade_status: 'installed' }])
  })
})
