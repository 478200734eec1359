import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import {
  makeAlarm,
  makeCard,
  makeCustomer,
  makeOrder,
  makePile,
  makePileType,
  makeSite,
  makeStrategy,
} from '../make.ts'
import type { TestServer } from '../setup/server.ts'

/** A small network in which there is something to see on every screen. */
export interface Network {
  pile: { id: number; station_number: string }
  order: { id: number }
  held: { id: number }
  /** Charged on a card that was blocked: nobody's until a person decides. */
  unauthorized: { id: number }
  customer: { id: number }
  card: { id: number }
  site: { id: number }
  strategy: { id: number }
  live: ScriptedPile
}

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

export async function makeNetwork(server: TestServer): Promise<Network> {
  const { db } = server
  const strategy = await makeStrategy(db)
  const site = await makeSite(db, {
    strategy_id: strategy.id,
    name: 'Lujiazui P2',
    address: '1 Century Avenue',
    contact: 'Chen Yu',
  })
  const type = await makePileType(db, { name: 'DC 120 kW' })
  const shared = { site_id: site.id, pile_type_id: type.id }
  const pile = await makePile(db, { station_number: 'CD-310115-0008', connectors: 2, ...shared })
  await makePile(db, { station_number: 'CD-310115-0012', connectors: 2, ...shared })
  const customer = await makeCustomer(db, {
    account: 'liwei',
    name: 'Li Wei',
    phone: '13812342201',
    balance_cents: 10_000,
  })
  const card = await makeCard(db, { number: '04A22F1B', customer_id: customer.id })
  await makeAlarm(db, {
    pile_id: pile.id,
    site_id: site.id,
    message: 'insulation below 100 Ω/V',
    raised_at: hoursAgo(1),
  })
  const ofPile = {
    pile_id: pile.id,
    site_id: site.id,
    customer_id: customer.id,
    started_at: hoursAgo(3),
    ended_at: hoursAgo(2),
  }
  await makeOrder(db, { ...ofPile, status: 'unpaid', paid_cents: 200 })
  const held = await makeOrder(db, {
    ...ofPile,
    status: 'completed',
    abnormal: 'meter_backwards',
    total_cents: 0,
    paid_cents: 0,
  })
  const unauthorized = await makeOrder(db, {
    ...ofPile,
    customer_id: null,
    claimed_customer_id: customer.id,
    status: 'completed',
    abnormal: 'unauthorized',
    refused_as: 'card_blocked',
    total_cents: 0,
    paid_cents: 0,
  })
  const live = await charge(server, pile.station_number)
  await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station: 'CP-NEW-1' }).catch(() => {})
  const order = await db.selectFrom('orders').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return { pile, order, held, unauthorized, customer, card, site, strategy, live }
}

/** A session that has been running for twenty minutes. */
async function charge(server: TestServer, station: string): Promise<ScriptedPile> {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
  await pile.call('BootNotification', {
    chargePointVendor: 'Star',
    chargePointModel: 'DC120',
    firmwareVersion: '2.4.1',
  })
  const state = (connectorId: number, status: string) =>
    pile.call('StatusNotification', { connectorId, status, errorCode: 'NoError', timestamp: hoursAgo(0) })
  await state(1, 'Available')
  const start = { connectorId: 2, idTag: '04A22F1B', meterStart: 1_000, timestamp: hoursAgo(1 / 3) }
  const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
  await state(2, 'Charging')
  for (const step of [1, 2, 3]) {
    const sampledValue = [
      { value: String(1_000 + step * 5_000), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
      { value: String(55_000 + step * 900), measurand: 'Power.Active.Import', unit: 'W' },
      { value: String(140 + step), measurand: 'Current.Import', unit: 'A' },
      { value: String(410 + step), measurand: 'Voltage', unit: 'V' },
      { value: String(50 + step), measurand: 'SoC', unit: 'Percent' },
    ]
    const meterValue = [{ timestamp: hoursAgo((4 - step) / 12), sampledValue }]
    await pile.call('MeterValues', { connectorId: 2, transactionId, meterValue })
  }
  return pile
}
