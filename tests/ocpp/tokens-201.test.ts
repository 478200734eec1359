import { expect, test } from 'vitest'
import { until } from './gateway-rig.ts'
import { boot, NumberedRig, tell } from './numbered-rig.ts'

/** What piles are told of drivers' tokens, and what of those the log keeps. */

const rig = new NumberedRig()
const VERSIONS = ['ocpp2.0.1', 'ocpp2.1']
const evse = { id: 1, connectorId: 1 }

test.each(VERSIONS)('a good card with nothing left to pay has no credit, in %s', async (version) => {
  const { pile, card } = await rig.network({ balance_cents: 0, protocols: [version] })
  const told = { idTokenInfo: { status: 'NoCredit' } }
  expect(await pile.call('Authorize', { idToken: { idToken: card, type: 'ISO14443' } })).toEqual(told)
  expect(await tell(pile, 'a', { type: 'Started', no: 0, at: Date.now(), wh: 0, evse, card })).toEqual(told)
})

test('1.6 has no word for that: it is blocked', async () => {
  const { pile, card } = await rig.network({ balance_cents: 0, protocols: ['ocpp1.6'] })
  expect(await pile.call('Authorize', { idTag: card })).toEqual({ idTagInfo: { status: 'Blocked' } })
})

const hash = { hashAlgorithm: 'SHA256', issuerNameHash: 'a', issuerKeyHash: 'b', serialNumber: '1' }

test.each([
  ['its certificate', { certificate: '-----BEGIN CERTIFICATE-----' }],
  ['what it is asked for by', { iso15118CertificateHashData: [{ ...hash, responderURL: 'https://example.org' }] }],
])('a contract is not believed by %s, whatever card it is', async (_, shown) => {
  const { pile, card: idToken } = await rig.network()
  const answer = await pile.call('Authorize', { idToken: { idToken, type: 'eMAID' }, ...shown })
  expect(answer).toEqual({ certificateStatus: 'CertChainError', idTokenInfo: { status: 'Invalid' } })
})

test.each(VERSIONS)('a code that a driver types is in no log, in %s', async (version) => {
  const { station, pile, card } = await rig.network({ protocols: [version] })
  await pile.call('Authorize', { idToken: { idToken: '48216', type: 'KeyCode' } })
  await tell(pile, 'a', { type: 'Started', no: 0, at: Date.now(), wh: 0, evse, card })
  await boot(pile)
  const frames = async () => {
    const rows = rig.db.selectFrom('frame').select(['command', 'content']).where('station_number', '=', station)
    return (await rows.execute()).map(({ command, content }) => `${command} ${content}`)
  }
  await until(async () => (await frames()).filter((frame) => /^(Authorize|TransactionEvent)/.test(frame)).length === 2)
  const kept = await frames()
  expect(kept.filter((frame) => frame.includes('48216'))).toEqual([])
  expect(kept.filter((frame) => frame.includes(card))).toHaveLength(1)
})
