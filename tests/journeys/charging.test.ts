import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import type { TestServer } from '../setup/server.ts'
import { add, choose, enter, save } from './by-hand.ts'
import { type Desk, sitDown, startJourney, turnTo } from './console.ts'

let server: TestServer
let desk: Desk

beforeAll(async () => {
  server = await startJourney({ settings: { ocppAuth: 'required' } })
  desk = await sitDown(server)
})
afterAll(async () => {
  await desk.leave()
  await server.stop()
})

const MINUTE = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()
/** The hour on Shanghai's clocks, an hour ago: a rule from there on for half a day covers the whole session. */
const hour = (Math.floor(Date.now() / 3_600_000) - 1 + 8) % 24
const at = (later: number) => String((hour + later) % 24)

const sampled = (wh: number, watts: number, amperes: number) => [
  { value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
  { value: String(watts), measurand: 'Power.Active.Import', unit: 'W' },
  { value: String(amperes), measurand: 'Current.Import', unit: 'A' },
  { value: '412', measurand: 'Voltage', unit: 'V' },
]

async function setUpNetwork(): Promise<{ station: string; password: string }> {
  const { page } = desk
  await desk.go('/dashboard')
  await page.getByText('Income trend').waitFor()
  const rule = { 'Electricity cost': '0.5', 'Occupation fee': '0', 'Free interval': '0' }
  const day = { Name: 'Day', Band: { choose: 'Peak' }, 'From hour': at(0), 'To hour': at(12) }
  const night = { Name: 'Night', Band: { choose: 'Valley' }, 'From hour': at(12), 'To hour': at(0) }
  await add(page, '/billingRules/index', 'Add', {
    ...day,
    'Electricity fee': '1.38',
    'Service fee': '0.40',
    ...rule,
  })
  await add(page, '/billingRules/index', 'Add', {
    ...night,
    'Electricity fee': '0.62',
    'Service fee': '0.30',
    ...rule,
  })
  await turnTo(page, '/billingRules/strategy')
  await page.getByRole('link', { name: 'Add' }).first().click()
  await enter(page, 'Name', 'City centre')
  await page.getByRole('radio', { name: /^Nothing/ }).check()
  await choose(page, 'Add an existing rule', 'Day')
  await choose(page, 'Add an existing rule', 'Night')
  await page.getByText('every hour is covered once').waitFor()
  await save(page, 'Save strategy')
  await add(page, '/stationManagement/parkingLot', 'Add', {
    Name: 'Lujiazui P2',
    'Billing strategy': { choose: 'City centre' },
  })
  await add(page, '/device/pileType', 'Add', { Name: 'DC 120 kW', Guns: '2', 'Rated power': '120' })
  await add(page, '/operationManagement/customer', 'Add', { Account: 'liwei', Name: 'Li Wei' })
  await topUp('50.00')
  await add(page, '/operationManagement/card', 'Add', { 'Card number': '04A22F1B', Customer: { choose: 'liwei' } })
  return addPile()
}

async function topUp(amount: string) {
  const { page } = desk
  await page.getByRole('link', { name: 'liwei' }).click()
  // The row of the list that is left has such a button too.
  await page.getByRole('heading', { level: 1, name: 'Li Wei' }).waitFor()
  await page.getByRole('button', { name: 'Top up' }).click()
  await enter(page, 'Amount', amount)
  await save(page, 'Top up')
  await page.getByText('¥\u00a050.00').first().waitFor()
}

async function addPile() {
  const { page } = desk
  await turnTo(page, '/device/chargingPoint')
  await page.getByRole('link', { name: 'Add' }).first().click()
  const number = page.getByRole('dialog').getByLabel(/^Station number/)
  await page.getByRole('button', { name: 'Generate number' }).click()
  await expect.poll(() => number.inputValue()).toMatch(/^CD-\w{10}$/)
  const station = await number.inputValue()
  await choose(page, 'Site', 'Lujiazui P2')
  await choose(page, 'Type', 'DC 120 kW')
  await page.getByRole('dialog').getByRole('button', { name: 'Generate', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  const shown = page.getByRole('dialog').getByLabel('Password')
  await page.getByText('It is shown once').waitFor()
  const password = await shown.inputValue()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  return { station, password }
}

async function plugIn({ station, password }: { station: string; password: string }): Promise<ScriptedPile> {
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, password })
  await pile.call('BootNotification', {
    chargePointVendor: 'Star',
    chargePointModel: 'DC120',
    firmwareVersion: '2.4.1',
  })
  for (const connectorId of [0, 1, 2]) await status(pile, connectorId, 'Available')
  return pile
}

const status = (pile: ScriptedPile, connectorId: number, state: string) =>
  pile.call('StatusNotification', {
    connectorId,
    status: state,
    errorCode: 'NoError',
    timestamp: new Date().toISOString(),
  })

async function report(
  pile: ScriptedPile,
  transactionId: number,
  minutesAgo: number,
  figures: Parameters<typeof sampled>,
) {
  const meterValue = [{ timestamp: ago(minutesAgo), sampledValue: sampled(...figures) }]
  await pile.call('MeterValues', { connectorId: 1, transactionId, meterValue })
}

/** The page shows a report's power by itself; how soon is the bench's to say. */
async function seen(watts: number, reporting: Promise<void>) {
  await reporting
  await desk.page
    .getByText((watts / 1000).toFixed(1), { exact: false })
    .first()
    .waitFor()
}

test('a network set up by hand charges a car, staff watch it live and stop it, and the order is paid to the cent', async () => {
  const { page } = desk
  const pile = await plugIn(await setUpNetwork())
  pile.onCall('RemoteStopTransaction', { status: 'Accepted' })

  await turnTo(page, '/device/chargingPoint')
  await page.getByText('1 pile · 2 guns').waitFor()
  await page.getByRole('link', { name: 'Monitor', exact: true }).click()
  await page.getByText('Online').waitFor()

  await status(pile, 1, 'Preparing')
  const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', {
    connectorId: 1,
    idTag: '04a22f1b',
    meterStart: 18_204_310,
    timestamp: ago(30),
  })
  await status(pile, 1, 'Charging')
  await page.getByText('Li Wei').first().waitFor()

  await seen(84_200, report(pile, transactionId, 20, [18_206_310, 84_200, 204]))
  await seen(61_700, report(pile, transactionId, 10, [18_210_310, 61_700, 150]))
  await seen(57_600, report(pile, transactionId, 2, [18_213_310, 57_600, 140]))
  await page.getByText('9.00\u00a0kWh').waitFor()
  await page.getByText('¥\u00a016.02').waitFor()

  await page.getByRole('button', { name: /^Stop charging/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).click()
  expect(await pile.nextCall('RemoteStopTransaction')).toEqual({ transactionId })
  await pile.call('StopTransaction', {
    transactionId,
    meterStop: 18_214_310,
    timestamp: new Date().toISOString(),
    reason: 'Remote',
  })
  await status(pile, 1, 'Available')

  await page.getByRole('tab', { name: 'Commands' }).click()
  await page.getByText('Done').waitFor()
  await page.getByRole('tab', { name: 'Orders' }).click()
  await page
    .getByRole('row')
    .getByRole('link', { name: /^\d{13}$/ })
    .click()
  await page.getByText('Stopped from the console').first().waitFor()
  await page.getByText('Paid', { exact: true }).first().waitFor()
  for (const fact of ['10.000\u00a0kWh', '¥\u00a017.80', '¥\u00a032.20', 'Paid ¥\u00a017.80 from the balance'])
    await page.getByText(fact).first().waitFor()
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('article', { includeHidden: true }).filter({ hasText: 'Receipt' }).waitFor()
  expect(await page.getByRole('heading', { name: /^Order/ }).count(), 'the page itself is not printed').toBe(0)
  await pile.close()
})
