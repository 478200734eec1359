import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestCertificate } from '../../src/fleet/certificate-request.ts'
import type { Pile } from '../../src/fleet/pile.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { pileSecurity } from '../../src/shared/endpoints/security.ts'
import { rootCertificate } from '../../src/shared/entities/root-certificate.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makePile } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { selfSigned } from './pile-tls.ts'

/** Certificates of piles of OCPP 2.0.1 and 2.1, by the same commands as those of 1.6 (M03 to M05, A02). */

const folder = temporaryFolder()
const password = 'sixteen-characters'
const OPERATOR = 'Acme Charging'
const piles: Pile[] = []
const sockets: ScriptedPile[] = []
let server: TestServer
let root_id: number
let network: { cert: string; key: string }

const url = () => `${server.url.replace('http', 'ws')}/ocpp`

beforeAll(async () => {
  network = selfSigned(folder.path, 'network')
  const pileTls = { port: await freePort(), ...network, operator: OPERATOR, days: 90, authority: null }
  server = await startServer({ settings: { pileTls, dataDir: folder.path, ocppAuth: 'required' } })
  root_id = (await server.call(`${rootCertificate.path}/add`, { name: 'Network', pem: network.cert })).data.id
})
afterAll(async () => {
  for (const pile of piles) await pile.stop()
  for (const socket of sockets) socket.drop()
  await server.stop()
  folder.remove()
})

async function fleetPile(version: '1.6' | '2.0.1' | '2.1') {
  const { id, station_number: station } = await makePile(server.db, { password_hash: hashPileSecret(password) })
  const pile = virtualPile({ url: url(), station, password, version, backoff: { firstMs: 20, maxMs: 200 } })
  piles.push(pile)
  pile.configuration.set('CpoName', OPERATOR)
  pile.start()
  await until(() => pile.online)
  return { id, pile }
}

async function scripted(version: '2.0.1' | '2.1') {
  const { id, station_number: station } = await makePile(server.db, { password_hash: hashPileSecret(password) })
  const pile = await connectPile({ url: url(), station, password, protocols: [`ocpp${version}`] })
  sockets.push(pile)
  const chargingStation = { vendorName: 'Wanma', model: 'W1' }
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation })
  return { id, pile }
}

const securityOf = async (id: number) => (await server.call(pileSecurity, { id })).data
const install = (id: number, use: 'central' | 'v2g' | 'oem' | 'mobility' | 'manufacturer') =>
  server.call(pileCommands.install_certificate, { id, use, root_certificate_id: root_id })

describe.each(['2.0.1', '2.1'] as const)('a pile of %s', (version) => {
  test.each(['central', 'manufacturer', 'v2g', 'mobility'] as const)(
    'is given a root of use %s, tells it by itself, and loses it',
    async (use) => {
      const { id, pile } = await fleetPile(version)
      expect((await install(id, use)).data.command.status).toBe('done')
      await until(async () => (await securityOf(id)).roots.length === 1)
      const { roots, read_at } = await securityOf(id)
      expect(roots).toMatchObject([
        { use, known: { id: root_id, name: 'Network' }, algorithm: 'SHA256', serves: use === 'central' },
      ])
      expect(Object.keys(read_at)).toEqual([use])
      const { data } = await server.call(pileCommands.delete_certificate, { id, installed_id: roots[0]?.id ?? 0 })
      expect(data.command.status).toBe('done')
      await until(async () => (await securityOf(id)).roots.length === 0)
      expect(pile.memory.security.roots).toEqual([])
    },
  )

  test('asks for one certificate of its own and of cars when it is told to, and takes what is signed', async () => {
    const { id, pile } = await fleetPile(version)
    const asked = { id, message: 'combined_certificate', connector_number: null }
    const { data } = await server.call(pileCommands.trigger, asked as never)
    expect(data.command).toMatchObject({ call: 'TriggerMessage', status: expect.stringMatching(/accepted|done/) })
    await until(() => pile.memory.security.own !== null)
    const row = () =>
      server.db.selectFrom('command').select('status').where('id', '=', data.command.id).executeTakeFirstOrThrow()
    await until(async () => (await row()).status === 'done')
  })

  test('tells the chain by which it shows itself to cars, and what it says of another use is not taken for it', async () => {
    const { id, pile } = await scripted(version)
    const hash = (serialNumber: string) => ({
      ...{ hashAlgorithm: 'SHA384', issuerNameHash: 'AA', issuerKeyHash: 'BB', serialNumber },
    })
    pile.onCall('GetInstalledCertificateIds', {
      status: 'Accepted',
      certificateHashDataChain: [
        {
          certificateType: 'V2GCertificateChain',
          certificateHashData: hash('0C'),
          childCertificateHashData: [hash('1D'), hash('2E')],
        },
        { certificateType: 'V2GRootCertificate', certificateHashData: hash('3F') },
      ],
    })
    const { data } = await server.call(pileCommands.list_certificates, { id, use: 'v2g_chain' })
    expect(data.command.status).toBe('done')
    expect(await pile.nextCall('GetInstalledCertificateIds')).toEqual({ certificateType: ['V2GCertificateChain'] })
    expect((await securityOf(id)).roots).toMatchObject([
      { use: 'v2g_chain', serial_number: 'c', algorithm: 'SHA384', children: ['1d', '2e'] },
    ])
    // M04.FR.07: by the pile's own hashes.
    pile.onCall('DeleteCertificate', { status: 'Accepted' })
    const installed_id = (await securityOf(id)).roots[0]?.id ?? 0
    await server.call(pileCommands.delete_certificate, { id, installed_id })
    expect(await pile.nextCall('DeleteCertificate')).toMatchObject({
      certificateHashData: { hashAlgorithm: 'SHA384', serialNumber: 'c' },
    })
  })

  test('that answers what it was told to delete is in use keeps it', async () => {
    const { id, pile } = await fleetPile(version)
    await install(id, 'v2g')
    await until(async () => (await securityOf(id)).roots.length === 1)
    pile.wrong.answers.set('DeleteCertificate', 'Failed')
    const installed_id = (await securityOf(id)).roots[0]?.id ?? 0
    const { data } = await server.call(pileCommands.delete_certificate, { id, installed_id })
    expect(data.command.status).toBe('failed')
    expect((await securityOf(id)).roots).toHaveLength(1)
  })

  test('that comes over TLS keeps the last root by which it knows this network', async () => {
    const { id } = await fleetPile(version)
    await install(id, 'central')
    await until(async () => (await securityOf(id)).roots.length === 1)
    await server.db.updateTable('pile').set({ connected_profile: 2 }).where('id', '=', id).execute()
    const installed_id = (await securityOf(id)).roots[0]?.id ?? 0
    const refused = await server.call(pileCommands.delete_certificate, { id, installed_id })
    expect(refused).toMatchObject({ status: 409, message: expect.stringMatching(/rests on this root/) })
  })
})

test.each([
  ['1.6', 'v2g', 422],
  ['2.0.1', 'oem', 422],
  ['2.1', 'oem', 200],
] as const)('a pile of %s is asked for no root of use %s that it has no word for', async (version, use, status) => {
  const { id } = await fleetPile(version)
  const sent = await install(id, use)
  expect(sent.status).toBe(status)
  if (status === 422)
    expect((sent as unknown as { data: { errors: object } }).data.errors).toMatchObject({
      use: 'This pile does not know such certificates.',
    })
  expect((await securityOf(id)).uses.includes(use)).toBe(status === 200)
})

test('a request of 2.1 is answered under its own number, and one towards cars alone is not signed', async () => {
  const { id, pile } = await fleetPile('2.1')
  const { csr } = await requestCertificate(pile.station, OPERATOR)
  const signed: object[] = []
  for (const certificateType of ['V2GCertificate', 'V2G20Certificate'])
    expect(await pile.peer.call('SignCertificate', { csr, certificateType })).toMatchObject({
      status: 'Rejected',
    })
  expect(await pile.peer.call('SignCertificate', { csr, requestId: 77 })).toMatchObject({ status: 'Accepted' })
  await until(async () => {
    const sent = await server.db
      .selectFrom('command')
      .select('payload')
      .where('pile_id', '=', id)
      .where('action', '=', 'send_certificate')
      .execute()
    signed.push(...sent.map(({ payload }) => JSON.parse(payload)))
    return signed.length > 0
  })
  expect(signed[0]).toMatchObject({ requestId: 77, certificateType: 'ChargingStationCertificate' })
})
