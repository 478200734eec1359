import { expect } from 'vitest'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { makeChargingProfile } from '../make.ts'
import type { FreshDatabase } from '../setup/database.ts'
import { type OneCall, oneCall } from './campaign-call-kinds.ts'
import { count, doneTargets, type Kind, pause } from './campaign-kinds.ts'

type Db = FreshDatabase['db']

const PASSWORD = 'sixteen-characters'
const CARD = '04A2B3C4'

const of201 = (kind: OneCall): Kind => ({ ...oneCall(kind), protocol: 'ocpp2.0.1' })

const ROOT = {
  ...{ hashAlgorithm: 'SHA256', issuerNameHash: 'a'.repeat(64), issuerKeyHash: 'b'.repeat(64), serialNumber: '01' },
}

/** A pile tells of its roots, goes over when it is asked, and comes back over TLS: that is all there is to see of it. */
const raises = (db: Db): Kind => ({
  action: 'raise_profile',
  payload: { profile: 2 },
  at_once: 1,
  // One that has gone over would refuse to be asked again.
  once: true,
  prepare: (pile_id) =>
    db
      .updateTable('pile')
      .set({ password_hash: hashPileSecret(PASSWORD) })
      .where('id', '=', pile_id)
      .execute(),
  password: PASSWORD,
  secure: ({ values }) => values.has('SecurityProfile'),
  behave(pile, life, comesBack) {
    pile.onCall('GetInstalledCertificateIds', { status: 'Accepted', certificateHashData: [ROOT] })
    pile.onCall('ChangeConfiguration', async ({ key, value }) => {
      count(life, 'profile')
      life.values.set(String(key), String(value))
      await pause()
      setTimeout(() => void comesBack(), 30)
      return { status: 'Accepted' }
    })
  },
  known: doneTargets('profile'),
  isDone: ({ asked, values }) => expect([asked.get('profile'), values.get('SecurityProfile')]).toEqual([1, '2']),
  most: () => 1,
})

const SETTING = { component: 'OCPPCommCtrlr', attribute: 'Actual', type: 'text' } as const
const SLOT = {
  ...{ address: 'wss://console.example/ocpp', profile: 2, interface: 'any', message_seconds: 30, apn: null },
} as const

/** It told by which slot it comes. */
const toldSlot = (db: Db) => (pile_id: number) =>
  db
    .insertInto('pile_setting')
    .values({
      ...{ pile_id, key: 'OCPPCommCtrlr/ActiveNetworkProfile', value: '1', read_only: true },
      ...{ ...SETTING, variable: 'ActiveNetworkProfile' },
    } as never)
    .execute()

/** A pile is written into a slot that it does not use. */
export const writesSlot = (db: Db): Kind => ({
  ...oneCall({
    action: 'write_network',
    payload: { ask: 'write_network', slot: 2, connection: SLOT },
    call: 'SetNetworkProfile',
  }),
  protocol: 'ocpp2.1',
  prepare: toldSlot(db),
})

/** A pile tells its slots, is given an order, starts anew, and tells by which it came. */
export const movesSlot = (db: Db): Kind => ({
  action: 'move_network',
  payload: { slot: 2 },
  protocol: 'ocpp2.1',
  at_once: 1,
  // One that started anew would do so again.
  once: true,
  async prepare(pile_id) {
    const connection = JSON.stringify({ ...SLOT, profile: 0 })
    await db.insertInto('pile_network_slot').values({ pile_id, slot: 2, connection }).execute()
  },
  behave(pile, life) {
    const told = (name: string) =>
      name === 'ActiveNetworkProfile' ? (life.values.get('active') ?? '1') : (life.values.get('order') ?? '1')
    pile.onCall('GetVariables', ({ getVariableData }) => ({
      getVariableResult: (getVariableData as { variable: { name: string } }[]).map((one) => ({
        ...{ ...one, attributeStatus: 'Accepted', attributeValue: told(one.variable.name) },
      })),
    }))
    pile.onCall('SetVariables', ({ setVariableData }) => {
      const [one] = setVariableData as { attributeValue: string; component: object; variable: object }[]
      life.values.set('order', one?.attributeValue ?? '')
      return {
        setVariableResult: [{ component: one?.component, variable: one?.variable, attributeStatus: 'Accepted' }],
      }
    })
    pile.onCall('Reset', async () => {
      count(life, 'Reset')
      await pause()
      life.values.set('active', life.values.get('order')?.split(',')[0] ?? '1')
      const chargingStation = { vendorName: 'V', model: 'V' }
      setTimeout(
        () => void pile.call('BootNotification', { reason: 'RemoteReset', chargingStation }).catch(() => {}),
        30,
      )
      return { status: 'Accepted' }
    })
  },
  known: doneTargets('Reset'),
  isDone: ({ asked, values }) => expect([asked.get('Reset'), values.get('order')]).toEqual([1, '2,1']),
  most: () => 1,
})

const HELD = {
  ...{ transaction_id: null, stack_level: 1, charging_profile_purpose: 'pile_max', charging_profile_kind: 'dynamic' },
  ...{ charging_rate_unit: 'W', periods: [{ start: 0, limit: 60_000, phases: null }] },
}

async function changesLimit(db: Db): Promise<Kind> {
  const { id } = await makeChargingProfile(db, { charging_profile_kind: 'dynamic', limit_now: 40_000, version: 2 })
  const sent = JSON.stringify({ ...HELD, id })
  const kind = oneCall({
    action: 'change_limit',
    payload: { id, limit: 40_000, isOfSessions: false, before: 1, version: 2 },
    call: 'UpdateDynamicSchedule',
  })
  return {
    ...kind,
    protocol: 'ocpp2.1',
    // A pile that started is given what it held.
    behave(pile, life, comesBack) {
      pile.onCall('SetChargingProfile', { status: 'Accepted' })
      kind.behave(pile, life, comesBack)
    },
    prepare: (pile_id) =>
      db
        .insertInto('installed_profile')
        .values({
          ...{ pile_id, connector_number: 0, charging_profile_id: id, purpose: 'pile_max', stack_level: 1 },
          ...{ sent, sent_version: 1 },
        })
        .execute(),
  }
}

/** A pile tells what it keeps of a customer under the number by which it was asked. */
const tellsOfCustomer: Kind = {
  action: 'customer_data',
  payload: { ask: 'customer_data', card_number: CARD, wanted: 'report' },
  at_once: 1,
  protocol: 'ocpp2.0.1',
  behave(pile, life) {
    const tell = async (requestId: number) => {
      const generatedAt = new Date().toISOString()
      const report = { requestId, seqNo: 0, tbc: false, data: 'none', generatedAt }
      await pile.call('NotifyCustomerInformation', report).catch(() => {})
    }
    pile.onCall('CustomerInformation', async ({ requestId }) => {
      count(life, 'customer')
      life.values.set('request', String(requestId))
      await pause()
      setImmediate(() => void tell(Number(requestId)))
      return { status: 'Accepted' }
    })
    // Its report may have been lost with the server.
    const request = life.values.get('request')
    if (request) setTimeout(() => void tell(Number(request)), 200)
  },
  known: doneTargets('customer'),
  isDone: ({ asked }) => expect(asked.get('customer')).toBeGreaterThan(0),
  most: (kills) => kills + 1,
}

const MESSAGE = {
  ...{ number: 7, version: 1, priority: 'normal', format: 'utf8', shown_while: null, starts_at: null, ends_at: null },
  ...{ texts: { en: 'Closed at six' }, language: 'en' },
}

/** The kinds that piles of OCPP 2 know, and the two whose end is seen otherwise than by an answer. */
export const laterKindsOf = async (db: Db): Promise<Kind[]> => [
  raises(db),
  await changesLimit(db),
  tellsOfCustomer,
  of201({ action: 'show_message', payload: MESSAGE, call: 'SetDisplayMessage' }),
  of201({ action: 'remove_message', payload: MESSAGE, call: 'ClearDisplayMessage' }),
  of201({
    action: 'read_messages',
    payload: { ask: 'read_messages' },
    call: 'GetDisplayMessages',
    answer: { status: 'Unknown' },
  }),
  of201({
    action: 'read_monitors',
    payload: { ask: 'read_monitors' },
    call: 'GetMonitoringReport',
    answer: { status: 'EmptyResultSet' },
  }),
  of201({ action: 'set_event_level', payload: { ask: 'set_event_level', level: 5 }, call: 'SetMonitoringLevel' }),
  of201({ action: 'reset_monitors', payload: { ask: 'reset_monitors', base: 'factory' }, call: 'SetMonitoringBase' }),
  // Guns that maintenance put out of service come back into it.
  oneCall({
    action: 'availability',
    payload: { maintenance: 1, type: 'Operative', service: 'after_session' },
    call: 'ChangeAvailability',
    tells: { action: 'StatusNotification', payload: { connectorId: 0, status: 'Available', errorCode: 'NoError' } },
  }),
]
