import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requestCertificate } from '../../src/fleet/certificate-request.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { revokeCertificate } from '../../src/shared/endpoints/certificates.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makeCertificate, makePile } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { openssl, selfSigned } from './pile-tls.ts'

const folder = temporaryFolder()
const OPERATOR = 'Acme Charging, Ltd.'
const password = 'sixteen-characters'
const open: ScriptedPile[] = []
let server: TestServer
let url: string
let cert: string

beforeAll(async () => {
  const own = selfSigned(folder.path, 'localhost')
  cert = own.cert
  const port = await freePort()
  const pileTls = { port, ...own, operator: OPERATOR, days: 90, authority: null }
  server = await startServer({ settings: { pileTls, dataDir: folder.path, ocppAuth: 'required' } })
  url = `wss://127.0.0.1:${port}/ocpp`
})
afterAll(async () => {
  for (const pile of open) pile.drop()
  await server.stop()
  folder.remove()
})

const made = () => makePile(server.db, { password_hash: hashPileSecret(password) })

async function connect(station: string, own: { cert?: string; key?: string; password?: string }) {
  const { password: word, ...shown } = own
  const pile = await connectPile({ url, station, ...(word && { password: word }), tls: { ...shown, ca: cert } })
  open.push(pile)
  return pile
}

const rows = (pile_id: number) =>
  server.db.selectFrom('certificate').selectAll().where('pile_id', '=', pile_id).orderBy('id').execute()

/** A pile over TLS with its password that asks for a certificate and takes it. */
async function withCertificate(kind: 'ec' | 'rsa' = 'ec') {
  const { id, station_number: station } = await made()
  const pile = await connect(station, { password })
  pile.onCall('CertificateSigned', { status: 'Accepted' })
  const { csr, key } = await requestCertificate(station, OPERATOR, kind)
  expect(await pile.call('SignCertificate', { csr })).toEqual({ status: 'Accepted' })
  const { certificateChain } = await pile.nextCall('CertificateSigned')
  await until(async () => (await rows(id)).some(({ state }) => state === 'accepted'))
  return { id, station, pile, own: { cert: String(certificateChain), key } }
}

async function rejection(station: string): Promise<string | undefined> {
  const query = server.db.selectFrom('rejected_connection').select('reason').where('station_number', '=', station)
  await until(async () => (await query.execute()).length > 0)
  return (await query.executeTakeFirst())?.reason
}

test('the authority of this installation is made at the start, for the server alone to read', () => {
  const path = join(folder.path, 'pile-authority.pem')
  expect(statSync(path).mode & 0o077).toBe(0)
  expect(readFileSync(path, 'utf8')).toMatch(/BEGIN PRIVATE KEY[\s\S]+BEGIN CERTIFICATE/)
})

test.each(['ec', 'rsa'] as const)(
  'a pile asks for a certificate (%s), takes it and comes back with it, without a password',
  async (kind) => {
    const { id, station, own } = await withCertificate(kind)
    const again = await connect(station, own)
    expect(await again.call('Heartbeat')).toHaveProperty('currentTime')
    const [kept] = await rows(id)
    expect(kept).toMatchObject({ subject: station, key_kind: kind === 'ec' ? 'EC P-256' : 'RSA 2048', said: null })
    const days = (Date.parse(kept?.valid_to ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(89)
    expect(days).toBeLessThan(91)
  },
)

test('a pile with a password goes on as before on that port, and needs the right one', async () => {
  const { station_number: station } = await made()
  await connect(station, { password })
  await expect(connect(station, { password: 'another-password' })).rejects.toMatchObject({ status: 401 })
  await expect(connect(station, {})).rejects.toMatchObject({ status: 401 })
})

test("another pile's certificate lets nobody in, with the right password as little", async () => {
  const { own } = await withCertificate()
  const { station_number: station } = await made()
  await expect(connect(station, { ...own, password })).rejects.toMatchObject({ status: 403 })
  expect(await rejection(station)).toBe('certificate_of_another')
})

test('a certificate of another authority lets nobody in', async () => {
  const { station_number: station } = await made()
  const [key, path] = [join(folder.path, 'foreign-key.pem'), join(folder.path, 'foreign.pem')]
  openssl(
    ...'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' '),
    '-subj',
    `/CN=${station}/O=${OPERATOR}`,
    '-keyout',
    key,
    '-out',
    path,
  )
  const own = { cert: readFileSync(path, 'utf8'), key: readFileSync(key, 'utf8') }
  await expect(connect(station, own)).rejects.toMatchObject({ status: 403 })
  expect(await rejection(station)).toBe('certificate_foreign')
})

test('a certificate whose time is over lets nobody in', async () => {
  const { station_number: station } = await made()
  const { csr, key } = await requestCertificate(station, OPERATOR)
  const [request, path] = [join(folder.path, 'old.csr'), join(folder.path, 'old.pem')]
  writeFileSync(request, csr)
  const authority = join(folder.path, 'pile-authority.pem')
  openssl(
    'x509',
    '-req',
    '-in',
    request,
    '-CA',
    authority,
    '-CAkey',
    authority,
    '-set_serial',
    '77',
    '-days',
    '-1',
    '-out',
    path,
  )
  await expect(connect(station, { cert: readFileSync(path, 'utf8'), key })).rejects.toMatchObject({ status: 403 })
  expect(await rejection(station)).toBe('certificate_expired')
})

test('a revoked certificate ends the connection and lets nobody in any more; it is said who revoked it', async () => {
  const { id, station, own } = await withCertificate()
  const pile = await connect(station, own)
  const [kept] = await rows(id)
  expect((await server.call(revokeCertificate, { id: kept?.id ?? 0 })).status).toBe(200)
  await pile.closed
  await expect(connect(station, own)).rejects.toMatchObject({ status: 403 })
  expect(await rejection(station)).toBe('certificate_revoked')
  expect((await server.call(revokeCertificate, { id: kept?.id ?? 0 })).status).toBe(409)
  const audited = server.db.selectFrom('audit_entry').selectAll().where('entity', '=', 'certificate').execute()
  expect((await audited).filter(({ entity_id }) => entity_id === kept?.id)).toHaveLength(1)
})

test('a newer certificate replaces the older one, which counts until it ends', async () => {
  const { id, station, own, pile } = await withCertificate()
  const { csr } = await requestCertificate(station, OPERATOR)
  await pile.call('SignCertificate', { csr })
  await until(async () => (await rows(id)).map(({ state }) => state).join() === 'replaced,accepted')
  await connect(station, own)
})

test('the certificate by which a pile comes is the one that it has, and that is renewed', async () => {
  const { id, station, own, pile: first } = await withCertificate()
  const states = async () => (await rows(id)).map(({ state }) => state)
  const asks = async (pile: ScriptedPile, answer: { status: string } | Promise<never>) => {
    const { csr, key } = await requestCertificate(station, OPERATOR)
    pile.onCall('CertificateSigned', () => answer)
    await pile.call('SignCertificate', { csr })
    return { cert: String((await pile.nextCall('CertificateSigned')).certificateChain), key }
  }
  const newer = await asks(first, { status: 'Accepted' })
  await until(async () => (await states()).join() === 'replaced,accepted')
  // It could not connect by it, and fell back.
  await connect(station, own)
  expect(await states()).toEqual(['accepted', 'replaced'])
  const over = await connect(station, newer)
  expect(await states()).toEqual(['replaced', 'accepted'])
  const unanswered = await asks(over, new Promise(() => {}))
  expect(await states()).toEqual(['replaced', 'accepted', 'issued'])
  await connect(station, unanswered)
  expect(await states()).toEqual(['replaced', 'replaced', 'accepted'])
})

test('a certificate that the pile refuses is no more than that', async () => {
  const { id, station_number: station } = await made()
  const pile = await connect(station, { password })
  pile.onCall('CertificateSigned', { status: 'Rejected' })
  const { csr } = await requestCertificate(station, OPERATOR)
  await pile.call('SignCertificate', { csr })
  await until(async () => (await rows(id))[0]?.state === 'refused')
  expect((await rows(id))[0]?.said).toBe('Rejected')
})

test.each([
  ['another name', 'name', (_: string) => requestCertificate('ANOTHER', OPERATOR)],
  ['another operator', 'organization', (station: string) => requestCertificate(station, 'Someone else')],
  ['a key that is too short', 'key', (station: string) => requestCertificate(station, OPERATOR, 'short')],
  ['something else than a request', 'unreadable', async () => ({ csr: 'certainly none' })],
  [
    'a signature that is not of its key',
    'signature',
    async (station: string) => ({ csr: bent((await requestCertificate(station, OPERATOR)).csr) }),
  ],
])('a request with %s is turned down and noted', async (_, flaw, make) => {
  const { id, station_number: station } = await made()
  const pile = await connect(station, { password })
  const { csr } = await make(station)
  expect(await pile.call('SignCertificate', { csr })).toEqual({ status: 'Rejected' })
  expect(await rows(id)).toEqual([])
  const flags = server.db.selectFrom('pile_flag').select(['flag', 'detail']).where('pile_id', '=', id)
  await until(async () =>
    (await flags.execute()).some((row) => row.flag === 'certificate_refused' && row.detail === flaw),
  )
})

/** Its last byte, which is the signature's, is another one. */
function bent(pem: string): string {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  der[der.length - 1] = (der[der.length - 1] ?? 0) ^ 1
  return `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a certificate that ends soon is renewed: the pile is asked, asks, and has a newer one', async () => {
  const { id, station, pile } = await withCertificate()
  pile.onCall('ExtendedTriggerMessage', { status: 'Accepted' })
  await server.db
    .updateTable('certificate')
    .set({ valid_from: inDays(-300), valid_to: inDays(20) })
    .where('pile_id', '=', id)
    .execute()
  expect(await pile.nextCall('ExtendedTriggerMessage')).toEqual({
    requestedMessage: 'SignChargePointCertificate',
  })
  const { csr } = await requestCertificate(station, OPERATOR)
  await pile.call('SignCertificate', { csr })
  await until(async () => (await rows(id)).map(({ state }) => state).join() === 'replaced,accepted')
})

/** What was due was looked for: one whose time is over was found. */
async function swept() {
  const { id } = await made()
  await makeCertificate(server.db, { pile_id: id, valid_to: inDays(-1) })
  await vi.waitFor(async () => expect((await rows(id))[0]?.state).toBe('expired'), { timeout: 60_000, interval: 100 })
}

test('a certificate whose time is over is said to be', swept)

test('a pile that does not ask for a newer one is told to once a day, and none is signed more than ten times a day', async () => {
  const { id, station, pile } = await withCertificate()
  let told = 0
  pile.onCall('ExtendedTriggerMessage', () => {
    told++
    return { status: 'Rejected' }
  })
  const ending = { valid_from: inDays(-300), valid_to: inDays(20) }
  await server.db.updateTable('certificate').set(ending).where('pile_id', '=', id).execute()
  await until(() => told > 0)
  // What is due is looked for again: the second time what the first one found is settled.
  await swept()
  await swept()
  expect(told).toBe(1)

  const { csr } = await requestCertificate(station, OPERATOR, 'ec')
  const answers: unknown[] = []
  for (let asked = 2; asked <= 11; asked++) answers.push((await pile.call('SignCertificate', { csr })).status)
  expect(answers).toEqual([...Array(9).fill('Accepted'), 'Rejected'])
})
