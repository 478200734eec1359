import { expect, test } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { connectorIs, MINUTE, NumberedRig, payloadOf, type Told } from './numbered-rig.ts'

/** Drivers who pay at the pile's own terminal (OCPP 2.1, C18 to C21): no card of ours is shown, and the pile has to know what to collect. */

const rig = new NumberedRig()
const evse = { id: 1, connectorId: 1 }
const from = Date.now() - 30 * MINUTE
const idToken = { idToken: 'PSP-77', type: 'DirectPayment' }

const made = () => rig.network({ protocols: ['ocpp2.1'] })
const say = (pile: ScriptedPile, told: Told, token: object | null = null) =>
  pile.call('TransactionEvent', { ...payloadOf('t', told), ...(token && { idToken: token }) })

test('a pile that asks before it begins may', async () => {
  const { pile } = await made()
  expect(await pile.call('Authorize', { idToken })).toEqual({ idTokenInfo: { status: 'Accepted' } })
})

test.each([
  ['from its start on', 0],
  ['shown later', 1],
])('one that runs on it, %s, goes on, is told its cost, and is nobody’s debt', async (_, shown) => {
  const { id, pile } = await made()
  const token = (no: number) => (no === shown ? idToken : null)
  await connectorIs(pile, 'Occupied', from)
  const begun = await say(pile, { type: 'Started', no: 0, at: from, wh: 1000, evse }, token(0))
  const goesOn: Told = { type: 'Updated', no: 1, at: from + MINUTE, wh: 1000, state: 'Charging' }
  const answers = [begun, await say(pile, goesOn, token(1))]
  expect(answers[shown]).toMatchObject({ idTokenInfo: { status: 'Accepted' } })
  expect(answers[shown]).not.toHaveProperty('transactionLimit')
  const ended = { no: 2, at: from + 20 * MINUTE, wh: 11_000, reason: 'EVDisconnected', state: 'Idle' } as const
  expect(await say(pile, { type: 'Ended', ...ended })).toEqual({ totalCost: 17.8 })
  const asked = rig.db.selectFrom('command').select('action').where('pile_id', '=', id).where('action', '=', 'stop')
  expect(await asked.execute()).toEqual([])
  expect(await rig.orders(id)).toMatchObject([
    {
      ...{ status: 'unpaid', abnormal: null, refused_as: null, customer_id: null, card_number: null },
      ...{ total_cents: 1780, terminal_reference: 'PSP-77' },
    },
  ])
})

test('one that draws nothing costs nothing, and the terminal is told so', async () => {
  const { id, pile } = await made()
  await say(pile, { type: 'Started', no: 0, at: from, evse }, idToken)
  const end: Told = { type: 'Ended', no: 1, at: from + MINUTE, reason: 'Timeout', trigger: 'EVConnectTimeout' }
  expect(await say(pile, end)).toEqual({ totalCost: 0 })
  expect(await rig.orders(id)).toMatchObject([{ status: 'paid', total_cents: 0 }])
})

test('what an earlier version calls so is a card that nobody knows', async () => {
  const { pile } = await rig.network()
  expect(await pile.call('Authorize', { idToken })).toEqual({ idTokenInfo: { status: 'Invalid' } })
})
