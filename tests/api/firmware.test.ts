import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MaintenanceFault } from '../../src/fleet/maintenance-faults.ts'
import { uploadFirmware } from '../../src/shared/endpoints/files.ts'
import { firmwareAddress, firmwareMatrix, pushFirmware } from '../../src/shared/endpoints/firmware.ts'
import { makePile, makePileType, makeSite, next } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'

let database: FreshDatabase
let server: TestServer
let admin: SignedIn
const startPile = virtualPiles()
beforeAll(async () => {
  database = await freshDatabase(5)
  server = await startServer({ database, settings: { firmwareDownloads: 2 } })
  admin = await server.signIn({ permissions: ['*'] })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const CONTENT = Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7) % 256))
const SHA256 = createHash('sha256').update(CONTENT).digest('hex')

async function pileAt(site_id: number, fault?: MaintenanceFault) {
  const { id, station_number: station } = await makePile(server.db, { site_id })
  const pile = startPile(server, { station, backoff: { firstMs: 50, maxMs: 200 } }, { fault, pace: 1000 })
  await vi.waitFor(() => expect(pile.online).toBe(true))
  return { id, pile }
}

async function upload(content: Buffer | string, name = 'CD-A7-1.5.0.bin') {
  const form = new FormData()
  form.append('file', new Blob([content as BlobPart]), name)
  const answer = await fetch(`${server.url}/api${uploadFirmware.path}`, {
    ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${admin.token}` } },
  })
  return (await answer.json()) as { code: number; message: string; data: { key: string; errors?: object } }
}

async function task(site_id: number, given: object = {}) {
  const { data } = 'file_path' in given ? { data: { key: null } } : await upload(CONTENT)
  const answer = await server.call('/system/firmware/add', {
    ...{ name: `Firmware ${next()}`, site_id, file: data.key, firmware_version: '1.5.0', ...given },
  })
  return answer as { code: number; message: string; data: { id: number; errors?: Record<string, string> } }
}

const upgrades = async (firmware_id: number) => {
  const { data } = await server.call('/system/firmware/upgrade/index', { firmware_id: [firmware_id], page_size: 50 })
  return (data.rows as { pile_id: number; upgrade_status: string; said: string | null; waits_for: string }[]) ?? []
}
const becomes = (firmware_id: number, wanted: string[]) =>
  vi.waitFor(async () =>
    expect((await upgrades(firmware_id)).map(({ upgrade_status }) => upgrade_status)).toEqual(wanted),
  )
const addressOf = async (campaign_id: number) => {
  const row = await server.db
    .selectFrom('firmware_push')
    .select('token')
    .where('campaign_id', '=', campaign_id)
    .executeTakeFirstOrThrow()
  return `${server.url}/firmware/${row.token}`
}
const campaignIs = (id: number, state: string) =>
  vi.waitFor(async () => {
    const row = await server.db.selectFrom('campaign').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.state).toBe(state)
  })

describe('a firmware task', () => {
  test('reaches the piles of its site, which fetch the file, install it and say so', async () => {
    const { id: site_id } = await makeSite(server.db)
    const [one, two] = [await pileAt(site_id), await pileAt(site_id)]
    const away = await makePile(server.db, { site_id })
    const { data } = await task(site_id)
    const pushed = await server.call(pushFirmware, { id: data.id })
    expect(pushed.data.piles).toBe(3)
    await becomes(data.id, ['installed', 'installed', 'pending_upgrade'])
    expect([one.pile.memory.firmware, two.pile.memory.firmware]).toEqual(['1.5.0', '1.5.0'])
    const waits = async () => (await upgrades(data.id))[2]
    await vi.waitFor(async () => expect(await waits()).toMatchObject({ pile_id: away.id, waits_for: 'pile' }))
    const seen = await server.call('/system/firmware/detail', { id: data.id })
    expect(seen.data).toMatchObject({ download_count: 2, is_delete: false })
    expect((await server.call(pushFirmware, { id: data.id })).code).toBe(409)
    expect((await server.call('/system/firmware/del', { id: data.id })).code).toBe(409)
  })

  test.each([
    ['download_fails', 'download_failed', 'DownloadFailed'],
    ['install_fails', 'install_failed', 'InstallationFailed'],
    ['refuses', 'error_response', 'NotSupported: this pile takes no firmware'],
    ['forgets_word', 'installed', 'Installed'],
    ['reboots', 'installed', 'Installed'],
  ] as const)('a pile that %s ends as %s', async (fault, status, said) => {
    const { id: site_id } = await makeSite(server.db)
    await pileAt(site_id, fault)
    const { data } = await task(site_id)
    const { data: pushed } = await server.call(pushFirmware, { id: data.id })
    await becomes(data.id, [status])
    expect((await upgrades(data.id))[0]?.said).toBe(said)
    await campaignIs(pushed.campaign_id, 'done')
  })

  test('asks a first few, and leaves the others alone when those fail', async () => {
    const { id: site_id } = await makeSite(server.db)
    await pileAt(site_id, 'install_fails')
    const { pile } = await pileAt(site_id)
    const { data } = await task(site_id, { pilot: 1, stop_percent: 20 })
    const { data: pushed } = await server.call(pushFirmware, { id: data.id })
    await campaignIs(pushed.campaign_id, 'stopped')
    await becomes(data.id, ['install_failed', 'pending_upgrade'])
    expect(pile.memory.firmware).toBe('1.4.2')
    await server.call('/system/campaign/resume', { id: pushed.campaign_id })
    await becomes(data.id, ['install_failed', 'installed'])
  })

  test('is for its type alone, and for the piles that are named', async () => {
    const { id: site_id } = await makeSite(server.db)
    const { id: pile_type_id } = await makePileType(server.db)
    const typed = await makePile(server.db, { site_id, pile_type_id })
    const other = await makePile(server.db, { site_id })
    const { data } = await task(site_id, { pile_type_id })
    const wrong = await server.call(pushFirmware, { id: data.id, pile_ids: [other.id] })
    expect(wrong).toMatchObject({ code: 422, data: { errors: { pile_ids: expect.stringContaining('type') } } })
    expect((await server.call(pushFirmware, { id: data.id })).data.piles).toBe(1)
    expect(await upgrades(data.id)).toMatchObject([{ pile_id: typed.id }])
  })

  test('gives piles the address that is set for them, else the one that the person has open', async () => {
    const { data: guessed } = await server.call(firmwareAddress, {})
    expect(guessed).toEqual({ address: server.url, is_set: false })
    const other = await startServer({
      settings: { pileUrl: 'http://10.0.0.5:8080', publicUrl: 'https://console.example.com' },
    })
    try {
      expect((await other.call(firmwareAddress, {})).data).toEqual({ address: 'http://10.0.0.5:8080', is_set: true })
    } finally {
      await other.stop()
    }
  })

  test('is copied with its file: a rollback is the old task once more', async () => {
    const { id: site_id } = await makeSite(server.db)
    const { data: old } = await task(site_id)
    const row = await server.db.selectFrom('firmware').selectAll().where('id', '=', old.id).executeTakeFirstOrThrow()
    const copy = await server.call('/system/firmware/add', {
      ...{ name: `${row.name} (copy)`, site_id, file: row.file, firmware_version: row.firmware_version },
    })
    expect([copy.code, copy.data.file]).toEqual([200, row.file])
  })

  test('gives piles an address elsewhere as it is', async () => {
    const { id: site_id } = await makeSite(server.db)
    await pileAt(site_id)
    const { data } = await task(site_id, { file_path: 'ftp://files.example.com/CD-A7-1.5.0.bin', retry_count: 0 })
    await server.call(pushFirmware, { id: data.id })
    // It speaks no FTP.
    await becomes(data.id, ['download_failed'])
    const command = await server.db.selectFrom('command').select('payload').orderBy('id', 'desc').executeTakeFirst()
    expect(command?.payload).toContain('ftp://files.example.com/CD-A7-1.5.0.bin')
  })

  test('ends with a pile that said yes and never reported, also over a stop of the server', async () => {
    const { id: site_id } = await makeSite(server.db)
    await pileAt(site_id, 'silent')
    const { data } = await task(site_id)
    const { data: pushed } = await server.call(pushFirmware, { id: data.id })
    const accepted = () =>
      server.db
        .selectFrom('campaign_target')
        .select('command_id')
        .where('campaign_id', '=', pushed.campaign_id)
        .where('state', '=', 'accepted')
        .executeTakeFirstOrThrow()
    const { command_id } = await vi.waitFor(accepted)
    await server.stop()
    const before = new Date(Date.now() - 3 * 3_600_000).toISOString()
    await database.db.updateTable('command').set({ answered_at: before }).where('id', '=', Number(command_id)).execute()
    server = await startServer({ database, settings: { firmwareDownloads: 2 } })
    admin = await server.signIn({ permissions: ['*'] })
    await becomes(data.id, ['error_response'])
    expect((await upgrades(data.id))[0]?.said).toBe('no_report')
    await campaignIs(pushed.campaign_id, 'done')
  })
})

describe('what is wrong is refused at its field', () => {
  test.each([
    [{ file_path: null }, 'file'],
    [{ file_path: 'files.example.com/a.bin' }, 'file_path'],
    [{ file_path: 'https://a.example.com/a.bin', window_from: 1 }, 'window_to'],
    [{ file_path: 'https://a.example.com/a.bin', file_sha256: 'a'.repeat(64) }, 'file_sha256'],
    [{ file_sha256: 'beef' }, 'file_sha256'],
    [{ file_sha256: 'a'.repeat(64) }, 'file_sha256'],
  ])('%o at %s', async (given, field) => {
    const { id: site_id } = await makeSite(server.db)
    const answer = await task(site_id, given)
    expect(answer.code).toBe(422)
    expect(Object.keys(answer.data.errors ?? {})).toEqual([field])
  })

  test('the hash that was meant is taken, in whatever letters', async () => {
    const { id: site_id } = await makeSite(server.db)
    expect((await task(site_id, { file_sha256: SHA256.toUpperCase() })).code).toBe(200)
  })

  test('an upload that is empty, or no firmware', async () => {
    expect(await upload('')).toMatchObject({ code: 422, data: { errors: { file: 'The file is empty.' } } })
    const text = await upload('<html>not found</html>')
    expect(text).toMatchObject({ code: 422, data: { errors: { file: expect.stringContaining('no firmware') } } })
    expect((await upload(':10010000214601360121470136007EFE09D2190140\n')).code).toBe(200)
  })
})

describe('the address of a push', () => {
  async function pushed() {
    const { id: site_id } = await makeSite(server.db)
    await makePile(server.db, { site_id })
    const { data } = await task(site_id)
    const { campaign_id } = (await server.call(pushFirmware, { id: data.id })).data
    return { campaign_id, address: await addressOf(campaign_id) }
  }

  test('gives the file whole, in parts, and only its head', async () => {
    const { address } = await pushed()
    const whole = await fetch(`${address}/CD-A7-1.5.0.bin`)
    expect(Buffer.from(await whole.arrayBuffer()).equals(CONTENT)).toBe(true)
    expect(whole.headers.get('etag')).toBe(`"${SHA256}"`)
    const part = await fetch(address, { headers: { range: 'bytes=39990-' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 39990-39999/40000'])
    expect(Buffer.from(await part.arrayBuffer()).equals(CONTENT.subarray(39_990))).toBe(true)
    const last = await fetch(address, { headers: { range: 'bytes=-4' } })
    expect(Buffer.from(await last.arrayBuffer()).equals(CONTENT.subarray(-4))).toBe(true)
    const beyond = await fetch(address, { headers: { range: 'bytes=40000-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */40000'])
    const other = await fetch(address, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } })
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, 40_000])
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '40000', ''])
  })

  test('of which the store has no content is not there', async () => {
    const { campaign_id, address } = await pushed()
    const { file } = await server.db
      .selectFrom('firmware_push')
      .select('file')
      .where('campaign_id', '=', campaign_id)
      .executeTakeFirstOrThrow()
    rmSync(join(server.filesFolder, String(file).slice(0, 2), String(file)))
    const part = await fetch(address, { headers: { range: 'bytes=0-9' } })
    expect([part.status, part.headers.get('content-range'), part.headers.get('etag')]).toEqual([404, null, null])
  })

  test('is nobody’s to guess, and ends with the task', async () => {
    const { campaign_id, address } = await pushed()
    expect((await fetch(`${server.url}/firmware/${'a'.repeat(32)}`)).status).toBe(404)
    expect((await fetch(`${server.url}/firmware/..%2f..%2fetc`)).status).toBe(404)
    await server.call('/system/campaign/cancel', { id: campaign_id })
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
    const ended_at = new Date(Date.now() - 2 * 86_400_000).toISOString()
    await server.db.updateTable('campaign').set({ ended_at }).where('id', '=', campaign_id).execute()
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(404)
  })
})

test('too many downloads at once are asked to come again', async () => {
  const { id: site_id } = await makeSite(server.db)
  await makePile(server.db, { site_id })
  const large = Buffer.alloc(40_000_000, 7)
  const { data: file } = await upload(large)
  const { data } = await task(site_id, { file: file.key })
  const { campaign_id } = (await server.call(pushFirmware, { id: data.id })).data
  const address = await addressOf(campaign_id)
  // They take nothing of the body, so that they go on.
  const [one, two] = await Promise.all([fetch(address), fetch(address)])
  const third = await fetch(address)
  expect([one.status, two.status, third.status, third.headers.get('retry-after')]).toEqual([200, 200, 503, '30'])
  await Promise.all([one.body?.cancel(), two.body?.cancel()])
  await vi.waitFor(async () => {
    const again = await fetch(address, { headers: { range: 'bytes=0-9' } })
    await again.arrayBuffer()
    expect(again.status).toBe(206)
  })
})

test('which piles run what is counted by type and version, for those within reach', async () => {
  const { id: site_id } = await makeSite(server.db)
  const { id: pile_type_id, name } = await makePileType(server.db)
  for (const firmware_version of ['2.0', '2.0', '2.1'])
    await makePile(server.db, { site_id, pile_type_id, firmware_version })
  const { data } = await server.call(firmwareMatrix, {})
  expect(data.find(({ pile_type }) => pile_type?.id === pile_type_id)).toEqual({
    pile_type: { id: pile_type_id, title: name },
    versions: [
      { firmware_version: '2.0', piles: 2 },
      { firmware_version: '2.1', piles: 1 },
    ],
  })
  const stranger = await server.signIn({ permissions: ['firmware.list'], data_scope: 'sites' })
  expect((await server.call(firmwareMatrix, {}, { as: stranger })).data).toEqual([])
})
