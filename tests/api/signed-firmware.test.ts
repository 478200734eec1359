import { constants } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MaintenanceFault } from '../../src/fleet/maintenance-faults.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { uploadFirmware } from '../../src/shared/endpoints/files.ts'
import { pushFirmware } from '../../src/shared/endpoints/firmware.ts'
import { makePile, makeSite, next } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { type Maker, makeMaker } from '../setup/maker.ts'
import { type SignedIn, startServer, type TestServer } from '../setup/server.ts'

let database: FreshDatabase
let server: TestServer
let admin: SignedIn
let maker: Maker
const piles: Pile[] = []
const scripted: ScriptedPile[] = []
beforeAll(async () => {
  database = await freshDatabase(5)
  server = await startServer({ database })
  admin = await server.signIn({ permissions: ['*'] })
  maker = await makeMaker()
})
afterEach(async () => {
  for (const pile of piles.splice(0)) await pile.stop()
  for (const pile of scripted.splice(0)) pile.drop()
})
afterAll(async () => {
  await server.stop()
  await database.drop()
})

const CONTENT = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) % 256))
const url = () => `${server.url.replace('http', 'ws')}/ocpp`

async function pileAt(site_id: number, fault?: MaintenanceFault) {
  const { station_number: station } = await makePile(server.db, { site_id })
  const pile = virtualPile({ url: url(), station, backoff: { firstMs: 50, maxMs: 200 } }, { fault, pace: 1000 })
  piles.push(pile)
  pile.start()
  await vi.waitFor(() => expect(pile.online).toBe(true))
  return pile
}

async function scriptedAt(site_id: number) {
  const { station_number: station } = await makePile(server.db, { site_id })
  const pile = await connectPile({ url: url(), station })
  scripted.push(pile)
  return pile
}

async function upload(): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([CONTENT]), 'CD-A7-1.5.0.bin')
  const answer = await fetch(`${server.url}/api${uploadFirmware.path}`, {
    ...{ method: 'POST', body: form, headers: { authorization: `Bearer ${admin.token}` } },
  })
  return ((await answer.json()) as { data: { key: string } }).data.key
}

const wellSigned = () => ({ signing_certificate: maker.pem, signature: maker.sign(CONTENT) })

async function task(site_id: number, given: object) {
  const file = 'file_path' in given ? null : await upload()
  const said = { name: `Firmware ${next()}`, site_id, file, firmware_version: '1.5.0', ...given }
  const answer = await server.call('/system/firmware/add', said)
  return answer as { code: number; data: { id: number; errors?: Record<string, string> } }
}

async function pushed(site_id: number, given: object = wellSigned()) {
  const { data } = await task(site_id, given)
  const { data: push } = await server.call(pushFirmware, { id: data.id })
  return { id: data.id, campaign_id: push.campaign_id as number }
}

const upgrade = async (firmware_id: number) => {
  const { data } = await server.call('/system/firmware/upgrade/index', { firmware_id: [firmware_id] })
  const [row] = data.rows as { upgrade_status: string; said: string | null }[]
  return { upgrade_status: row?.upgrade_status, said: row?.said }
}
const becomes = (firmware_id: number, upgrade_status: string, said: string) =>
  vi.waitFor(async () => expect(await upgrade(firmware_id)).toEqual({ upgrade_status, said }))
const events = async (station: string) => {
  const rows = await server.db
    .selectFrom('security_event as e')
    .innerJoin('pile as p', 'p.id', 'e.pile_id')
    .select('e.type')
    .where('p.station_number', '=', station)
    .execute()
  return rows.map(({ type }) => type)
}

describe('a signed task', () => {
  test('asks piles for a signed update, which they check before they install it', async () => {
    const { id: site_id } = await makeSite(server.db)
    const pile = await pileAt(site_id)
    const { id } = await pushed(site_id)
    await becomes(id, 'installed', 'Installed')
    expect(pile.memory.firmware).toBe('1.5.0')
    const { data } = await server.call('/system/firmware/detail', { id })
    expect(data.signed_by).toMatchObject({ subject: expect.stringContaining('CN=Firmware signing') })
    const asked = await server.db
      .selectFrom('command')
      .select(['call', 'payload'])
      .where('action', '=', 'update_signed_firmware')
      .executeTakeFirstOrThrow()
    expect(asked.call).toBe('SignedUpdateFirmware')
    expect(JSON.parse(asked.payload)).toMatchObject({
      requestId: expect.any(Number),
      firmware: { signingCertificate: maker.pem.trim(), retrieveDateTime: expect.stringMatching(/Z$/) },
    })
    await vi.waitFor(async () => expect(await events(pile.station)).toContain('FirmwareUpdated'))
  })

  test('waits for its time of installation, while the next piles download', async () => {
    const { id: site_id } = await makeSite(server.db)
    await pileAt(site_id)
    await pileAt(site_id)
    const install_at = new Date(Date.now() + 7_200_000).toISOString()
    const { id, campaign_id } = await pushed(site_id, { ...wellSigned(), install_at, at_once: 1 })
    const targets = () =>
      server.db.selectFrom('campaign_target').select('said').where('campaign_id', '=', campaign_id).execute()
    const both = (said: string) => vi.waitFor(async () => expect(await targets()).toEqual([{ said }, { said }]))
    await both('InstallScheduled')
    expect(await upgrade(id)).toMatchObject({ upgrade_status: 'downloaded' })
    const asked = await server.db
      .selectFrom('command')
      .innerJoin('pile', 'pile.id', 'command.pile_id')
      .select('payload')
      .where('pile.site_id', '=', site_id)
      .where('command.action', '=', 'update_signed_firmware')
      .execute()
    expect(asked.map(({ payload }) => JSON.parse(payload).firmware.installDateTime)).toEqual([install_at, install_at])
  })

  test('is installed at once where that time is over when it is pushed', async () => {
    const { id: site_id } = await makeSite(server.db)
    const pile = await scriptedAt(site_id)
    const asked: { firmware: object }[] = []
    pile.onCall('SignedUpdateFirmware', (payload) => {
      asked.push(payload as { firmware: object })
      return { status: 'Accepted' }
    })
    const { id } = await pushed(site_id, { ...wellSigned(), install_at: new Date(Date.now() - 60_000).toISOString() })
    await becomes(id, 'pending_upgrade', 'Accepted')
    expect(asked[0]?.firmware).toHaveProperty('retrieveDateTime')
    expect(asked[0]?.firmware).not.toHaveProperty('installDateTime')
  })

  test('fails where the file did not arrive as it was signed', async () => {
    const { id: site_id } = await makeSite(server.db)
    const pile = await pileAt(site_id, 'corrupts')
    const { id } = await pushed(site_id)
    await becomes(id, 'install_failed', 'InvalidSignature')
    expect(pile.memory.firmware).not.toBe('1.5.0')
    await vi.waitFor(async () => expect(await events(pile.station)).toContain('InvalidFirmwareSignature'))
  })

  test.each(['forgets_word', 'reboots'] as const)('is installed by a pile that %s', async (fault) => {
    const { id: site_id } = await makeSite(server.db)
    await pileAt(site_id, fault)
    const { id } = await pushed(site_id)
    await becomes(id, 'installed', 'Installed')
  })

  test('is refused by a pile whose maker is another one', async () => {
    const { id: site_id } = await makeSite(server.db)
    const pile = await pileAt(site_id)
    const other = await makeMaker()
    pile.memory.security.roots.push({ use: 'ManufacturerRootCertificate', pem: other.pem })
    const { id } = await pushed(site_id)
    await becomes(id, 'error_response', 'InvalidCertificate')
  })

  test('is never asked for the unsigned way of a pile that knows no other', async () => {
    const { id: site_id } = await makeSite(server.db)
    const pile = await pileAt(site_id)
    pile.wrong.answers.set('SignedUpdateFirmware', 'unknown')
    const { id, campaign_id } = await pushed(site_id)
    await becomes(id, 'error_response', 'no_signed_update')
    const sent = await server.db
      .selectFrom('command as c')
      .innerJoin('pile as p', 'p.id', 'c.pile_id')
      .select('c.action')
      .where('p.station_number', '=', pile.station)
      .execute()
    expect(sent.map(({ action }) => action).filter((action) => action.startsWith('update_'))).toEqual([
      'update_signed_firmware',
    ])
    const campaign = () =>
      server.db.selectFrom('campaign').select('state').where('id', '=', campaign_id).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect(await campaign()).toEqual({ state: 'done' }))
  })

  test.each([
    [{ status: 'Rejected' }, 'error_response', 'Rejected'],
    [{ status: 'RevokedCertificate' }, 'error_response', 'RevokedCertificate'],
    [{ status: 'AcceptedCanceled' }, 'pending_upgrade', 'took_over'],
  ])('that is answered by %o is %s', async (answer, status, said) => {
    const { id: site_id } = await makeSite(server.db)
    const pile = await scriptedAt(site_id)
    pile.onCall('SignedUpdateFirmware', answer)
    const { id } = await pushed(site_id)
    await becomes(id, status, said)
  })

  test('shows each word of the pile as one of eight states, and no word of another request', async () => {
    const { id: site_id } = await makeSite(server.db)
    const pile = await scriptedAt(site_id)
    const asked: { requestId: number }[] = []
    pile.onCall('SignedUpdateFirmware', (payload) => {
      asked.push(payload as { requestId: number })
      return { status: 'Accepted' }
    })
    const { id } = await pushed(site_id)
    await becomes(id, 'pending_upgrade', 'Accepted')
    const requestId = asked[0]?.requestId ?? 0
    const tell = (status: string, request = requestId) =>
      pile.call('SignedFirmwareStatusNotification', { status, requestId: request })
    await tell('InstallationFailed', requestId + 1)
    for (const [word, status] of [
      ['DownloadScheduled', 'pending_upgrade'],
      ['Downloading', 'downloading'],
      ['DownloadPaused', 'downloading'],
      ['DownloadFailed', 'download_failed'],
      ['Downloaded', 'downloaded'],
      ['SignatureVerified', 'downloaded'],
      ['InstallScheduled', 'downloaded'],
      ['Installing', 'upgrading'],
      ['InstallRebooting', 'upgrading'],
      ['InvalidSignature', 'install_failed'],
      ['InstallationFailed', 'install_failed'],
      ['InstallVerificationFailed', 'install_failed'],
      ['Installed', 'installed'],
    ] as const) {
      await tell(word)
      await becomes(id, status, word)
    }
  })

  test('is not pushed once its certificate has ended', async () => {
    const { id: site_id } = await makeSite(server.db)
    await makePile(server.db, { site_id })
    const { data } = await task(site_id, wellSigned())
    const ended = (await makeMaker({ from: -3, to: -1 })).pem
    await server.db.updateTable('firmware').set({ signing_certificate: ended }).where('id', '=', data.id).execute()
    const answer = await server.call(pushFirmware, { id: data.id })
    expect(answer).toMatchObject({ code: 409, message: expect.stringContaining('not valid now') })
  })
})

describe('what is wrong with a signature is refused at its field', () => {
  const refused = async (given: object) => {
    const { id: site_id } = await makeSite(server.db)
    const { code, data } = await task(site_id, given)
    return code === 200 ? null : Object.keys(data.errors ?? {})
  }
  const file_path = 'https://files.example.com/a.bin'

  test.each([
    ['a certificate alone', () => ({ signing_certificate: maker.pem }), 'signature'],
    ['a signature alone', () => ({ signature: maker.sign(CONTENT) }), 'signing_certificate'],
    ['no certificate', () => ({ ...wellSigned(), signing_certificate: 'hello' }), 'signing_certificate'],
    [
      'a block that is no certificate',
      () => ({
        ...wellSigned(),
        signing_certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----',
      }),
      'signing_certificate',
    ],
    ['two', () => ({ ...wellSigned(), signing_certificate: maker.pem + maker.pem }), 'signing_certificate'],
    ['no base64', () => ({ ...wellSigned(), signature: 'not base64!' }), 'signature'],
    ['too few bytes', () => ({ ...wellSigned(), signature: 'AAAA' }), 'signature'],
    ['of another file', () => ({ ...wellSigned(), signature: maker.sign(Buffer.from('other')) }), 'signature'],
    [
      'a time of installation before that of the download',
      () => ({ ...wellSigned(), install_at: '2031-01-01T03:00:00.000Z', download_at: '2031-01-01T04:00:00.000Z' }),
      'install_at',
    ],
    ['a time of installation of what is not signed', () => ({ install_at: '2031-01-01T03:00:00.000Z' }), 'install_at'],
    ['of a file that is not here', () => ({ ...wellSigned(), file: 'f'.repeat(32) }), 'file'],
    ['no base64 of an address', () => ({ ...wellSigned(), signature: 'a', file_path }), 'signature'],
  ])('%s', async (_, given, field) => {
    expect(await refused(given())).toEqual([field])
  })

  test.each([
    ['ec', 'EC-Schnorr'],
    ['rsa', 'The file was not signed like this: '],
  ] as const)('by a key of %s, with what else it may be', async (key, words) => {
    const { id: site_id } = await makeSite(server.db)
    const other = await makeMaker({ key })
    const signing = { signing_certificate: other.pem, signature: other.sign(Buffer.from('other')) }
    const { data } = await task(site_id, signing)
    expect(data.errors?.signature).toContain(words)
  })

  test.each([
    ['that has ended', { from: -3, to: -1 }],
    ['that is not valid yet', { from: 1, to: 3 }],
    ['of too short a key', { key: 'weak' }],
  ] as const)('a certificate %s', async (_, given) => {
    const other = await makeMaker(given)
    const signing = { signing_certificate: other.pem, signature: other.sign(CONTENT) }
    expect(await refused(signing)).toEqual(['signing_certificate'])
  })

  test('and what makers write is taken: RSA in both ways, EC in both, with line breaks, for an address as it is', async () => {
    const rsa = await makeMaker({ key: 'rsa' })
    const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    const broken = (maker.sign(CONTENT).match(/.{1,20}/g) ?? []).join('\r\n')
    for (const given of [
      { signing_certificate: rsa.pem, signature: rsa.sign(CONTENT, pss) },
      { signing_certificate: rsa.pem, signature: rsa.sign(CONTENT) },
      { signing_certificate: maker.pem, signature: maker.sign(CONTENT, { dsaEncoding: 'ieee-p1363' }) },
      { signing_certificate: `Subject: maker\n${maker.pem}`, signature: broken },
      { signing_certificate: maker.pem, signature: maker.sign(Buffer.from('elsewhere')), file_path },
    ])
      expect(await refused(given)).toBe(null)
  })

  test('also when a task is changed: another file needs another signature', async () => {
    const { id: site_id } = await makeSite(server.db)
    const { data } = await task(site_id, wellSigned())
    const row = await server.db.selectFrom('firmware').selectAll().where('id', '=', data.id).executeTakeFirstOrThrow()
    const { name, firmware_version } = row
    const edit = (given: object) =>
      server.call('/system/firmware/edit', { id: data.id, version: row.version, name, firmware_version, ...given })
    const other = await edit({ signature: maker.sign(Buffer.from('another')) })
    expect(other).toMatchObject({ code: 422, data: { errors: { signature: expect.stringContaining('signed') } } })
  })
})
