import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Pile } from '../../src/fleet/pile.ts'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { refuseWithoutDoor } from '../../src/server/certificates/raise-profile.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { bulkCommands, pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { deleteRoot, lowerProfile, pileSecurity } from '../../src/shared/endpoints/security.ts'
import { rootCertificate } from '../../src/shared/entities/root-certificate.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makePile, next } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { temporaryFolder } from '../setup/process.ts'
import { startServer, type TestServer } from '../setup/server.ts'
import { endedRoot, selfSigned } from './pile-tls.ts'

const folder = temporaryFolder()
const OPERATOR = 'Acme Charging'
const password = 'sixteen-characters'
const piles: Pile[] = []
const sockets: ScriptedPile[] = []
let server: TestServer
let secureUrl: string
let cert: string
let root_id: number
let other_id: number
let other: string

const plainUrl = () => `${server.url.replace('http', 'ws')}/ocpp`
const add = (name: string, pem: string) => server.call(`${rootCertificate.path}/add`, { name, pem })

beforeAll(async () => {
  const own = selfSigned(folder.path, 'network')
  cert = own.cert
  const port = await freePort()
  const pileTls = { port, ...own, operator: OPERATOR, days: 90, authority: null }
  server = await startServer({ settings: { pileTls, dataDir: folder.path, ocppAuth: 'required' } })
  secureUrl = `wss://127.0.0.1:${port}/ocpp`
  other = selfSigned(folder.path, 'other').cert
  root_id = (await add('Network', cert)).data.id
  other_id = (await add('Other', other)).data.id
})
afterAll(async () => {
  for (const pile of piles) await pile.stop()
  for (const socket of sockets) socket.drop()
  await server.stop()
  folder.remove()
})

const rowOf = (id: number) => server.db.selectFrom('pile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const quick = { firstMs: 20, maxMs: 200 }

/** A virtual pile over plain sockets with its password. */
async function fleetPile() {
  const { id, station_number: station } = await makePile(server.db, { password_hash: hashPileSecret(password) })
  const pile = virtualPile({ url: plainUrl(), secureUrl, station, password, backoff: quick })
  piles.push(pile)
  pile.configuration.set('CpoName', OPERATOR)
  pile.start()
  await until(() => pile.online)
  return { id, station, pile }
}

const stepsOf = async (campaign_id: number) =>
  server.db.selectFrom('campaign_target').selectAll().where('campaign_id', '=', campaign_id).execute()

async function ended(campaign_id: number, timeout = 20_000) {
  const isOver = async () =>
    (await stepsOf(campaign_id)).every(({ state }) => !['pending', 'sent', 'accepted'].includes(state))
  await expect.poll(isOver, { timeout }).toBe(true)
  return await stepsOf(campaign_id)
}

const many = (name: 'raise_profile' | 'install_certificate' | 'list_certificates') => {
  const call = bulkCommands.get(name)
  if (!call) throw new Error(`no ${name} for many`)
  return call
}

async function raise(id: number, profile: '1' | '2' | '3') {
  const { data, status } = await server.call(many('raise_profile'), { ids: [id], profile, tries: 1 } as never)
  expect(status).toBe(200)
  return (data as unknown as { campaign: { id: number } }).campaign.id
}

const install = (id: number, root_certificate_id: number, use: 'central' | 'manufacturer' = 'central') =>
  server.call(pileCommands.install_certificate, { id, root_certificate_id, use })

const securityOf = async (id: number) => (await server.call(pileSecurity, { id })).data

async function withRoot() {
  const made = await fleetPile()
  await install(made.id, root_id)
  await until(async () => (await securityOf(made.id)).roots.length === 1)
  return made
}

async function withCertificate() {
  const made = await withRoot()
  await server.call(pileCommands.trigger, { id: made.id, message: 'certificate', connector_number: null } as never)
  await until(() => made.pile.memory.security.own !== null)
  await until(async () => {
    const kept = server.db.selectFrom('certificate').select('state').where('pile_id', '=', made.id)
    return (await kept.executeTakeFirst())?.state === 'accepted'
  })
  return made
}

async function comes(station: string, url: string, own: { password?: string; cert?: string; key?: string }) {
  const { password: word, ...shown } = own
  const socket = await connectPile({ url, station, ...(word && { password: word }), tls: { ...shown, ca: cert } })
  sockets.push(socket)
  return socket
}

describe('a root certificate', () => {
  test('stands in the list with what it says of itself', async () => {
    const { data } = await server.call(`${rootCertificate.path}/index`, { keyword: 'Network' })
    expect(data.rows).toMatchObject([
      { name: 'Network', subject: 'CN=network', key_kind: expect.stringMatching(/^RSA \d+$/) },
    ])
    expect(data.rows[0].fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['no certificate', () => 'certainly none', /no certificate/],
    ['two certificates', () => `${cert}\n${other}`, /One certificate/],
    ['one that may sign no others', () => selfSigned(folder.path, 'leaf', { ca: false }).cert, /no root/],
    ['one that is over', endedRoot, /ended/],
    ['one that is here already', () => cert, /here already: Network/],
  ])('is refused at its field: %s', async (_, pem, why) => {
    const { status, data } = await add(`root ${next()}`, await pem())
    expect(status).toBe(422)
    expect(data.errors.pem).toMatch(why)
  })

  test('is installed in a pile, read from it by itself, and deleted', async () => {
    const { id, pile } = await fleetPile()
    const { data } = await install(id, other_id, 'manufacturer')
    expect(data.command.status).toBe('done')
    await until(async () => (await securityOf(id)).roots.length === 1)
    const { roots, read_at } = await securityOf(id)
    expect(roots).toMatchObject([{ use: 'manufacturer', known: { id: other_id, name: 'Other' }, serves: false }])
    expect(read_at.manufacturer).not.toBeNull()
    expect(read_at).not.toHaveProperty('central')
    const [root] = roots
    const deleted = await server.call(pileCommands.delete_certificate, { id, installed_id: root?.id ?? 0 })
    expect(deleted.data.command.status).toBe('done')
    await until(async () => (await securityOf(id)).roots.length === 0)
    expect(pile.memory.security.roots).toEqual([])
  })

  test('that a pile has no room for is refused in its word', async () => {
    const { id, pile } = await fleetPile()
    pile.configuration.set('CertificateStoreMaxLength', '0')
    const { data } = await install(id, other_id)
    expect(data.command).toMatchObject({ status: 'refused', answer: '{"status":"Rejected"}' })
  })

  test('reaches many piles as a campaign and is taken from those that told of it', async () => {
    const both = [await fleetPile(), await fleetPile()]
    const third = await fleetPile()
    const ids = both.map(({ id }) => id)
    const call = many('install_certificate')
    const body = { ids, use: 'central', root_certificate_id: other_id }
    const { data } = await server.call(call, body as never)
    expect(
      (await ended((data as unknown as { campaign: { id: number } }).campaign.id)).map(({ state }) => state),
    ).toEqual(['done', 'done'])
    for (const id of ids) await until(async () => (await securityOf(id)).roots.length === 1)
    const taken = await server.call(deleteRoot, { id: other_id })
    expect(taken.data.piles).toBe(2)
    expect((await ended(taken.data.campaign_id)).map(({ state }) => state)).toEqual(['done', 'done'])
    for (const { pile } of [...both, third]) expect(pile.memory.security.roots).toEqual([])
  })

  test('on which the connection rests alone is deleted neither by one nor by many', async () => {
    const { id, pile } = await withRoot()
    expect((await ended(await raise(id, '2')))[0]?.state).toBe('done')
    await install(id, other_id)
    await until(async () => (await securityOf(id)).roots.length === 2)
    const root = (await securityOf(id)).roots.find(({ serves }) => serves)
    const refused = await server.call(pileCommands.delete_certificate, { id, installed_id: root?.id ?? 0 })
    expect(refused).toMatchObject({ status: 409, message: expect.stringMatching(/rests on this root/) })
    const { data } = await server.call(deleteRoot, { id: root_id })
    const mine = (await ended(data.campaign_id)).find(({ pile_id }) => pile_id === id)
    expect(mine).toMatchObject({ state: 'refused', said: 'last_root' })
    expect(pile.memory.security.roots).toHaveLength(2)
  })
})

describe('a pile goes over to a higher security profile', () => {
  test('to 2, and comes by nothing lower afterwards until a person lets it', async () => {
    const { id, station, pile } = await withRoot()
    expect(await rowOf(id)).toMatchObject({ connected_profile: 1, security_floor: 0 })
    expect(await ended(await raise(id, '2'))).toMatchObject([{ state: 'done' }])
    expect(await rowOf(id)).toMatchObject({ connected_profile: 2, security_floor: 2, security_wanted: null })
    await until(() => pile.online)
    await expect(comes(station, plainUrl(), { password })).rejects.toMatchObject({ status: 403 })
    await until(async () => {
      const query = server.db.selectFrom('rejected_connection').select('reason').where('station_number', '=', station)
      return (await query.executeTakeFirst())?.reason === 'lower_profile'
    })
    expect((await server.call(lowerProfile, { id, profile: 1 })).status).toBe(200)
    await comes(station, plainUrl(), { password })
    expect((await server.call(lowerProfile, { id, profile: 1 })).status).toBe(409)
    const audited = server.db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity', '=', 'pile')
      .where('entity_id', '=', id)
    expect((await audited.execute()).map(({ action }) => action)).toContain('lower_profile')
  })

  test('to 3 by the certificate that it asked for, and its password alone opens nothing any more', async () => {
    const { id, station, pile } = await withCertificate()
    expect(await ended(await raise(id, '3'))).toMatchObject([{ state: 'done' }])
    await until(() => pile.online)
    expect(await rowOf(id)).toMatchObject({ connected_profile: 3, security_floor: 3 })
    await expect(comes(station, secureUrl, { password })).rejects.toMatchObject({ status: 403 })
  })

  test('after a restart where it says that it has to', async () => {
    const { id, pile } = await withRoot()
    pile.security.faults.needsRestart = true
    expect(await ended(await raise(id, '2'))).toMatchObject([{ state: 'done' }])
    expect(await rowOf(id)).toMatchObject({ connected_profile: 2, security_floor: 2 })
  })

  test('to 3 by a certificate that it is told to ask for first, each step of it shown', async () => {
    const { id, pile } = await withRoot()
    for (const action of ['ExtendedTriggerMessage', 'CertificateSigned']) pile.wrong.delays.set(action, 2_000)
    pile.wrong.delays.set('ChangeConfiguration', 2_000)
    const campaign_id = await raise(id, '3')
    const shows = (some: object) => until(async () => expect(await stepsOf(campaign_id)).toMatchObject([some]) ?? true)
    await shows({ state: 'sent', step: 'asks_certificate' })
    await shows({ state: 'pending', waits_for: 'certificate' })
    await shows({ state: 'sent', step: 'goes_over', waits_for: null })
    expect(await ended(campaign_id)).toMatchObject([{ state: 'done', said: null, step: null }])
    await until(() => pile.online)
    expect(await rowOf(id)).toMatchObject({ connected_profile: 3, security_floor: 3 })
  })

  test.each([
    ['is told to ask for a certificate and says no', 'refused', 'no_request', { ExtendedTriggerMessage: 'Rejected' }],
    ['says yes to that and does not ask', 'failed', 'no_request', { ExtendedTriggerMessage: 'Accepted' }],
    ['does not take what was signed for it', 'refused', 'certificate_refused', { CertificateSigned: 'Rejected' }],
  ])('not to 3 where it %s', async (_, state, said, answers) => {
    const { id, pile } = await withRoot()
    for (const [action, word] of Object.entries(answers)) pile.wrong.answers.set(action, word)
    expect(await ended(await raise(id, '3'), 60_000)).toMatchObject([{ state, said }])
    expect(pile.security.profile).toBe(0)
    expect(await rowOf(id)).toMatchObject({ security_floor: 0, security_wanted: null })
  })

  test('not to 3 where it asks by another name: its request is not signed', async () => {
    const { id, pile } = await withRoot()
    pile.security.faults.asks_as = 'SOMEBODY'
    expect(await ended(await raise(id, '3'))).toMatchObject([{ state: 'refused', said: 'request_refused' }])
    expect(pile.security.profile).toBe(0)
  })

  test('not to 2 where it does not hold the root of this network', async () => {
    const { id, pile } = await fleetPile()
    expect(await ended(await raise(id, '2'))).toMatchObject([{ state: 'refused', said: 'root_missing' }])
    expect(pile.security.profile).toBe(0)
    expect(await rowOf(id)).toMatchObject({ security_floor: 0, security_wanted: null })
  })

  test('and says no: nothing is closed, and nothing is awaited', async () => {
    const { id, pile } = await withRoot()
    pile.wrong.answers.set('ChangeConfiguration', 'Rejected')
    expect(await ended(await raise(id, '2'))).toMatchObject([{ state: 'refused', said: 'Rejected' }])
    expect(await rowOf(id)).toMatchObject({ security_floor: 0, security_wanted: null })
  })

  test('and cannot tell its roots: it is not asked to go', async () => {
    const { id, pile } = await fleetPile()
    pile.wrong.answers.set('GetInstalledCertificateIds', 'Rejected')
    expect(await ended(await raise(id, '2'))).toMatchObject([{ state: 'refused', said: 'roots_unknown' }])
  })

  test('and stays away: the old way is open meanwhile, and when it comes late it is over', async () => {
    const { id, station, pile } = await withCertificate()
    pile.security.faults.neverReturns = true
    const campaign_id = await raise(id, '3')
    await until(async () => (await stepsOf(campaign_id))[0]?.state === 'accepted')
    expect(await rowOf(id)).toMatchObject({ security_floor: 0, security_wanted: 3 })
    await comes(station, plainUrl(), { password })
    expect((await stepsOf(campaign_id))[0]?.state).toBe('accepted')
    pile.security.faults.neverReturns = false
    await pile.security.goOver()
    expect(await ended(campaign_id)).toMatchObject([{ state: 'done' }])
    expect((await rowOf(id)).security_floor).toBe(3)
  })

  test('in vain: what it rests on is gone at the pile, it falls back and is let in as before', async () => {
    const { id, pile } = await withRoot()
    pile.security.memory.roots[0] = { use: 'CentralSystemRootCertificate', pem: other }
    const campaign_id = await raise(id, '2')
    await until(async () => (await stepsOf(campaign_id))[0]?.state === 'accepted')
    await until(() => pile.security.profile === 0 && pile.peer.connected)
    expect((await stepsOf(campaign_id))[0]?.state).toBe('accepted')
    expect(await rowOf(id)).toMatchObject({ connected_profile: 1, security_floor: 0 })
  })

  test('and never by its configuration, which would ask for nothing first', async () => {
    const { id, pile } = await withRoot()
    const { status, data } = await server.call(pileCommands.configure, { id, key: 'SecurityProfile', value: '2' })
    expect(status).toBe(422)
    expect(data).toMatchObject({ errors: { key: expect.stringMatching(/Raise/) } })
    expect(pile.security.profile).toBe(0)
  })

  test('one by one, by what it told of its roots', async () => {
    const { id } = await fleetPile()
    expect((await server.call(pileCommands.raise_profile, { id, profile: '2' })).status).toBe(409)
    const single = await withRoot()
    const { data } = await server.call(pileCommands.raise_profile, { id: single.id, profile: '2' })
    await until(async () => (await rowOf(single.id)).security_floor === 2)
    expect(data.command.action).toBe('raise_profile')
    const again = await server.call(pileCommands.raise_profile, { id: single.id, profile: '2' })
    expect(again.data).toMatchObject({ errors: { profile: expect.any(String) } })
  })
})

test('there is no going to where this server has no way in', () => {
  const none = { tls: false, certificates: false, signs: false, serves: null }
  for (const profile of [2, 3]) expect(() => refuseWithoutDoor(profile, none)).toThrow()
  expect(() => refuseWithoutDoor(1, none)).not.toThrow()
})

test('a pile whose request bears another name gets no certificate, one that loses its own does not go over', async () => {
  const { id, pile } = await withRoot()
  pile.security.faults.asks_as = 'SOMEBODY'
  await server.call(pileCommands.trigger, { id, message: 'certificate', connector_number: null } as never)
  await until(async () => {
    const flags = server.db.selectFrom('pile_flag').select('flag').where('pile_id', '=', id)
    return (await flags.execute()).some(({ flag }) => flag === 'certificate_refused')
  })
  delete pile.security.faults.asks_as
  pile.security.faults.losesCertificate = true
  await server.call(pileCommands.trigger, { id, message: 'certificate', connector_number: null } as never)
  await until(async () => {
    const kept = server.db.selectFrom('certificate').select('state').where('pile_id', '=', id)
    return (await kept.executeTakeFirst())?.state === 'accepted'
  })
  expect(await ended(await raise(id, '3'))).toMatchObject([{ state: 'refused', said: 'Rejected' }])
  expect((await rowOf(id)).security_floor).toBe(0)
})
