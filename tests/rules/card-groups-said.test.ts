import { expect, test } from 'vitest'
import { protocols } from '../../src/server/ocpp/protocols.ts'
import { tokenOf } from '../../src/server/ocpp/v201/id-tokens.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'

const until = '2030-01-01T00:00:00Z'
const card_number = '04A2B3C4'
const group = 'FAMILY 1'
const list: Intent = {
  ...{ ask: 'update_card_list', version: 4, full: false },
  cards: [
    { card_number, status: 'Accepted', group, until },
    { card_number: 'OTHER', status: 'Blocked' },
    { card_number: 'GONE', status: null },
  ],
}
const reserve: Intent = { ask: 'reserve', connector_number: 1, card_number, reservation: 9, until, group }
const start: Intent = { ask: 'start', connector_number: 1, card_number, group }

test.each<[string, Intent]>([
  ['ocpp1.6', list],
  ['ocpp1.6', reserve],
  ...['ocpp2.0.1', 'ocpp2.1'].flatMap((name) =>
    [list, reserve, start].map((intent) => [name, intent] as [string, Intent]),
  ),
])('%s says the group and the time of a card, and reads them in a call by hand: %j', (name, intent) => {
  const protocol = protocols.named(name)
  const call = protocol.say(intent, 7)
  if (!call) return expect.fail('no words')
  expect(protocol.flawOf(call)).toBeNull()
  expect(JSON.stringify(call.payload)).toContain(group)
  expect(protocol.read(call)).toEqual(intent)
})

test('OCPP 1.6 starts without a group', () => {
  const { say } = protocols.named('ocpp1.6')
  expect(say(start, 7)?.payload).toEqual({ connectorId: 1, idTag: card_number })
})

test.each([
  ['04A2B3C4', 'ISO14443'],
  ['04a2b3c4d5e6f7', 'ISO14443'],
  ['E004010012345678', 'ISO15693'],
  ['A004010012345678', 'Central'],
  ['00:1B:44:11:3a:B7', 'MacAddress'],
  ['DE-8AA-C12345678-5', 'eMAID'],
  ['DE8AAC123456785', 'eMAID'],
  ['CARD 17', 'Central'],
])('%s is of type %s', (number, type) => {
  expect(tokenOf(number)).toEqual({ idToken: number, type })
})
