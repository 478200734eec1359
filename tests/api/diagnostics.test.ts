import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { CallError } from '../../src/fleet/frame.ts'
import type { UploadFault } from '../../src/fleet/maintenance-faults.ts'
import { httpTransfer } from '../../src/fleet/transfer.ts'
import type { Diagnostics } from '../../src/shared/commands/upload-diagnostics.ts'
import { diagnosticsFile, pileDiagnostics } from '../../src/shared/endpoints/diagnostics.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'

const MOST = 200_000
let database: FreshDatabase
let server: TestServer
let admin: SignedIn
const startPile = virtualPiles()
beforeAll(async () => {
  database = await freshDatabase(5)
  server = await startServer({ database, settings: { diagnosticsBytes: MOST } })
  admin = await server.signIn({ permissions: ['*'] })
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

/** `upload`: what becomes of the address that the pile is told; without it the pile uploads really. */
async function pileThat(upload?: (location: string) => Promise<void>, upload_fault?: UploadFault) {
  const { id, station_number: station } = await makePile(server.db)
  const transfer = { ...httpTransfer, ...(upload && { upload }) }
  const given = { station, backoff: { firstMs: 50, maxMs: 200 } }
  const pile = startPile(server, given, { upload_fault, pace: 100 }, transfer)
  await vi.waitFor(() => expect(pile.online).toBe(true))
  return { id, station, pile }
}

const ask = (id: number, said: { what?: Diagnostics; address?: string } = {}) =>
  server.call(pileCommands.upload_diagnostics, { id, what: 'diagnostics', ...said })
const uploads = async (id: number) => (await server.call(pileDiagnostics, { id })).data.rows
const becomes = (id: number, state: string) => vi.waitFor(async () => expect((await uploads(id))[0]?.state).toBe(state))

async function fileOf(id: number, upload_id: number, as = admin) {
  const response = await fetch(`${server.url}/api${diagnosticsFile.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id, upload_id }),
  })
  return { status: response.status, name: response.headers.get('content-disposition'), text: await response.text() }
}

/** The address that a pile was told, which it does not use by itself. */
async function asked(): Promise<{ id: number; address: string }> {
  let told = (_: string) => {}
  const address = new Promise<string>((resolve) => {
    told = resolve
  })
  const { id } = await pileThat((location) => {
    told(location)
    return new Promise(() => {})
  })
  await ask(id)
  return { id, address: await address }
}

test('a pile uploads what it knows of itself, and who may have it fetched it', async () => {
  const { id, station } = await pileThat()
  const sent = await server.call(pileCommands.upload_diagnostics, { id, what: 'diagnostics' }, { as: admin })
  expect(sent.code).toBe(200)
  await becomes(id, 'uploaded')
  const [row] = await uploads(id)
  expect(row).toMatchObject({
    asked_by: expect.any(String),
    file: { name: `${station}-diagnostics.txt` },
    fetched: null,
  })
  const file = await fileOf(id, Number(row?.id))
  expect([file.status, file.name]).toEqual([200, expect.stringContaining(`${station}-diagnostics.txt`)])
  expect(file.text).toContain(`${station} 1.4.2`)
  expect(file.text.length).toBe(row?.file?.size_bytes)
  expect((await uploads(id))[0]?.fetched).toMatchObject({ name: row?.asked_by })
  await vi.waitFor(async () => {
    const command = await server.db.selectFrom('command').select('status').where('pile_id', '=', id).executeTakeFirst()
    expect(command?.status).toBe('done')
  })
  // It is not cleared away with what nobody came to use.
  expect(await server.db.selectFrom('file').select('kept').orderBy('id', 'desc').executeTakeFirst()).toEqual({
    kept: true,
  })
})

test('what a pile does on the way is said, and what it could not do', async () => {
  const { id, pile } = await pileThat(() => new Promise(() => {}))
  await ask(id)
  await becomes(id, 'uploading')
  await pile.peer.call('DiagnosticsStatusNotification', { status: 'UploadFailed' })
  await becomes(id, 'failed')
  expect((await fileOf(id, Number((await uploads(id))[0]?.id))).status).toBe(422)
})

test('a pile that does not know the call is not waited for, and its word is said', async () => {
  const { id, pile } = await pileThat()
  const refuses = () => {
    throw new CallError('NotSupported', 'no such profile')
  }
  pile.obey(new Map([['GetDiagnostics', refuses]]))
  await ask(id)
  await becomes(id, 'failed')
  expect((await uploads(id))[0]?.said).toBe('NotSupported')
})

test('the address is kept nowhere where people read', async () => {
  const { id, address } = await asked()
  const token = address.split('/').at(-2) ?? expect.fail(address)
  expect(token).toHaveLength(32)
  const { db } = server
  const command = await db.selectFrom('command').selectAll().where('pile_id', '=', id).executeTakeFirstOrThrow()
  expect(JSON.stringify(command)).toContain('/diagnostics/***/')
  expect(JSON.stringify(command)).not.toContain(token)
  const logged = await vi.waitFor(async () => {
    const frames = await db.selectFrom('frame').select('content').where('command', '=', 'GetDiagnostics').execute()
    return frames.find(({ content }) => content.includes('/diagnostics/')) ?? expect.fail('not logged yet')
  })
  expect(logged.content).toContain('/diagnostics/***/')
  const any = await db.selectFrom('frame').select('id').where('content', 'like', `%${token}%`).execute()
  expect(any).toEqual([])
})

test('a pile that has nothing says so', async () => {
  const { id, pile } = await pileThat()
  pile.obey(new Map([['GetDiagnostics', () => ({ payload: {} })]]))
  const { data } = await ask(id)
  expect(data.command.status).toBe('done')
  await becomes(id, 'nothing')
})

test.each([
  ['Uploaded', 'uploaded'],
  ['UploadFailed', 'failed'],
])('a pile that names no file and uploads one all the same is believed: %s', async (word, state) => {
  const { id, pile } = await pileThat()
  pile.obey(new Map([['GetDiagnostics', () => ({ payload: {} })]]))
  await ask(id, { address: 'ftp://elsewhere.net/piles/' })
  await becomes(id, 'nothing')
  await pile.peer.call('DiagnosticsStatusNotification', { status: 'Uploading' })
  await becomes(id, 'uploading')
  await pile.peer.call('DiagnosticsStatusNotification', { status: word })
  await becomes(id, state)
})

describe('a log of the security extension', () => {
  test('comes to the same address, and the pile tells of it by its number', async () => {
    const { id, station } = await pileThat()
    expect((await ask(id, { what: 'security_log' })).data.command.action).toBe('upload_log')
    await becomes(id, 'uploaded')
    const [row] = await uploads(id)
    expect(row).toMatchObject({ what: 'security_log', elsewhere: null, file: { name: `${station}-security.log` } })
    expect((await fileOf(id, Number(row?.id))).text).toContain('StartupOfTheDevice')
    await vi.waitFor(async () => {
      const command = server.db.selectFrom('command').select(['call', 'status', 'progress']).where('pile_id', '=', id)
      expect(await command.executeTakeFirst()).toEqual({ call: 'GetLog', status: 'done', progress: 'Uploaded' })
    })
  })

  test('is not taken for another whose number a word bears', async () => {
    const { id, pile } = await pileThat(() => new Promise(() => {}))
    await ask(id, { what: 'diagnostics_log' })
    await becomes(id, 'uploading')
    await pile.peer.call('LogStatusNotification', { status: 'UploadFailed', requestId: 0 })
    await pile.peer.call('DiagnosticsStatusNotification', { status: 'UploadFailed' })
    await pile.peer.call('Heartbeat', {})
    expect((await uploads(id))[0]?.state).toBe('uploading')
    await ask(id, { what: 'diagnostics_log' })
    const both = await vi.waitFor(async () => {
      const rows = await uploads(id)
      expect(rows.map(({ state }) => state)).toEqual(['uploading', 'failed'])
      return rows
    })
    expect(both[1]?.said).toBe('AcceptedCanceled')
  })

  test('is refused by a pile that has no such extension', async () => {
    const { id, pile } = await pileThat()
    pile.obey(new Map())
    await ask(id, { what: 'security_log' })
    await becomes(id, 'failed')
    expect((await uploads(id))[0]?.said).toBe('NotImplemented')
  })
})

describe.each(['diagnostics', 'diagnostics_log'] as const)('a pile with a fault, asked for %s', (what) => {
  const asks = async (fault: UploadFault) => {
    const { id } = await pileThat(undefined, fault)
    await ask(id, { what })
    return id
  }

  test('is slow: uploading until the file is here', async () => {
    const id = await asks('slow')
    await becomes(id, 'uploading')
    await becomes(id, 'uploaded')
  })

  test('says that it may not', async () => {
    const id = await asks('fails')
    await becomes(id, 'failed')
    expect((await uploads(id))[0]?.said).toBe(what === 'diagnostics' ? 'UploadFailed' : 'PermissionDenied')
  })

  test('never says how far it is: what is here is here', async () => {
    const id = await asks('silent')
    await becomes(id, 'uploaded')
    const [row] = await uploads(id)
    expect((await fileOf(id, Number(row?.id))).status).toBe(200)
  })

  test('says that it uploaded what it did not', async () => {
    const id = await asks('brings_nothing')
    await becomes(id, 'failed')
    expect(await uploads(id)).toMatchObject([{ state: 'failed', said: 'Uploaded', file: null }])
  })
})

describe('another address', () => {
  test('is what the pile is told; its password is kept nowhere', async () => {
    const told: string[] = []
    const { id } = await pileThat(async (location) => void told.push(location))
    const address = 'ftp://service:hush-hush@files.example/in/'
    await ask(id, { address })
    await becomes(id, 'uploaded')
    expect(told).toEqual([address])
    expect(await uploads(id)).toMatchObject([{ elsewhere: 'ftp://files.example/in/', file: null, received_at: null }])
    const { db } = server
    const command = await db.selectFrom('command').selectAll().where('pile_id', '=', id).executeTakeFirstOrThrow()
    expect(JSON.stringify(command)).toContain('ftp://service:***@files.example/in/')
    await vi.waitFor(async () => {
      const frames = await db
        .selectFrom('frame')
        .select('content')
        .where('content', 'like', '%files.example%')
        .execute()
      expect(frames.map(({ content }) => content)).toEqual([expect.stringContaining('service:***@')])
    })
  })

  test.each(['files.example', 'ftp://', 'javascript:alert(1)', 'file:///etc/passwd'])(
    'that is none is refused at its field: %s',
    async (address) => {
      const { id } = await pileThat()
      const { code, data } = await ask(id, { address })
      expect([code, data]).toMatchObject([422, { errors: { address: expect.stringContaining('ftp://') } }])
      expect(await uploads(id)).toEqual([])
    },
  )
})

describe('the address of an upload', () => {
  const put = (address: string, body: BodyInit, method = 'PUT') => fetch(address, { method, body })

  test('takes one file, and no other after it', async () => {
    const { id, address } = await asked()
    expect((await put(`${address}log.zip`, 'PK one')).status).toBe(201)
    expect((await put(`${address}log.zip`, 'PK two')).status).toBe(404)
    const [row] = await uploads(id)
    expect([row?.state, row?.file?.name]).toEqual(['uploaded', 'log.zip'])
    expect((await fileOf(id, Number(row?.id))).text).toBe('PK one')
  })

  test('takes it by POST, and from a form', async () => {
    const plain = await asked()
    expect((await put(plain.address, 'as it is', 'POST')).status).toBe(201)
    const { id, address } = await asked()
    const form = new FormData()
    form.append('file', new Blob(['from a form']), '../../etc/diag.log')
    expect((await put(address, form, 'POST')).status).toBe(201)
    const [row] = await uploads(id)
    expect(row?.file?.name).toBe('diag.log')
    expect((await fileOf(id, Number(row?.id))).text).toBe('from a form')
  })

  test('takes of two that come at once the first', async () => {
    const { address } = await asked()
    const both = await Promise.all([put(`${address}a`, 'one'), put(`${address}b`, 'two')])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 404])
  })

  test('takes nothing that is too large, said or not, and still what fits', async () => {
    const { id, address } = await asked()
    expect(await statusOfSaid(address, MOST * 2)).toBe(413)
    expect(await statusOfUnsaid(address, MOST + 1)).toBe(413)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(MOST + 1)]), 'large.bin')
    expect((await put(address, form, 'POST')).status).toBe(413)
    expect((await uploads(id))[0]?.state).toBe('uploading')
    expect((await put(address, new Uint8Array(MOST))).status).toBe(201)
  })

  test('is nobody’s to guess, and ends', async () => {
    const { id, address } = await asked()
    expect((await put(`${server.url}/diagnostics/${'a'.repeat(32)}/x`, 'x')).status).toBe(404)
    expect((await put(`${server.url}/diagnostics/..%2f..%2fetc/x`, 'x')).status).toBe(404)
    const kept = await server.db
      .selectFrom('diagnostics_upload')
      .select('token_hash')
      .where('pile_id', '=', id)
      .execute()
    expect(address).not.toContain(kept[0]?.token_hash)
    const expires_at = new Date(Date.now() - 1_000).toISOString()
    await server.db.updateTable('diagnostics_upload').set({ expires_at }).where('pile_id', '=', id).execute()
    expect((await put(`${address}late.txt`, 'late')).status).toBe(404)
    expect((await uploads(id))[0]?.state).toBe('failed')
  })
})

test('is for those with the permission, within their reach, and for piles that are connected', async () => {
  const { id, address } = await asked()
  await fetch(address, { method: 'PUT', body: 'x' })
  const upload_id = Number((await uploads(id))[0]?.id)
  const looks = await server.signIn({ permissions: ['pile.list', 'command.list'] })
  expect((await server.call(pileDiagnostics, { id }, { as: looks })).code).toBe(403)
  expect((await fileOf(id, upload_id, looks)).status).toBe(403)
  const stranger = await server.signIn({ permissions: ['pile.upload_diagnostics'], data_scope: 'sites' })
  expect((await fileOf(id, upload_id, stranger)).status).toBe(404)
  const away = await makePile(server.db)
  // Under another pile's name it is not found.
  expect((await fileOf(away.id, upload_id)).status).toBe(422)
  expect((await ask(away.id)).code).toBe(409)
})

/** Says how large it is, and sends nothing of it. */
const statusOfSaid = (address: string, length: number) =>
  new Promise<number>((resolve, reject) => {
    const call = request(address, { method: 'PUT', headers: { 'content-length': length } }, (answer) => {
      resolve(answer.statusCode ?? 0)
      call.destroy()
    })
    call.on('error', reject).flushHeaders()
  })

/** In pieces, without a word of how many: waits for the answer before it ends. */
const statusOfUnsaid = (address: string, length: number) =>
  new Promise<number>((resolve, reject) => {
    const call = request(address, { method: 'PUT' }, (answer) => {
      resolve(answer.statusCode ?? 0)
      call.destroy()
    })
    call.on('error', reject).write(new Uint8Array(length))
  })
