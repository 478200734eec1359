import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { makePile, makePileType } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { answersForVariables, inventoryOf } from '../setup/variables.ts'
import { sitDown, startJourney } from './console.ts'

const COUNT = 2_000
let server: TestServer
let pile: ScriptedPile
let id = 0

beforeAll(async () => {
  server = await startJourney()
  const type = await makePileType(server.db)
  const made = await makePile(server.db, { pile_type_id: type.id })
  id = made.id
  pile = await connectPile({
    ...{ url: `${server.url.replace('http', 'ws')}/ocpp`, station: made.station_number, protocols: ['ocpp2.0.1'] },
  })
  answersForVariables(pile, inventoryOf(COUNT))
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
})
afterAll(async () => {
  pile?.drop()
  await server.stop()
})

test.each(['desktop', 'phone'] as const)('a variable is found among 2,000, explained and changed: %s', async (size) => {
  const desk = await sitDown(server, { size })
  const { page } = desk
  const value = size === 'desktop' ? '120' : '240'
  await desk.go(`/device/chargingPoint/${id}?tab=configuration`)
  await page.getByRole('button', { name: /^Ask/ }).first().click()
  await page.getByText(`${COUNT} keys`).waitFor()
  // Folded: nobody reads 2,000 rows.
  expect(await page.getByRole('button', { name: /meaning and history/ }).count()).toBe(0)
  await page.getByRole('button', { name: /Connection/ }).click()
  await page.getByRole('searchbox').fill('pile lives')
  await page.getByRole('button', { name: 'OCPPCommCtrlr/HeartbeatInterval: meaning and history' }).click()
  await page.getByText('10 to 86400').waitFor()
  await page.getByRole('button', { name: 'Change OCPPCommCtrlr/HeartbeatInterval' }).click()
  const typed = page.getByLabel('New value of OCPPCommCtrlr/HeartbeatInterval')
  await typed.fill('5')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('At least 10.').waitFor()
  await typed.fill(value)
  await page.getByRole('button', { name: 'Send' }).click()
  await page
    .getByText(`${value} s, read`)
    .or(page.getByText(`${value} s, asked for`))
    .first()
    .waitFor()
  await page.getByRole('searchbox').fill('connector 2 temperature L0')
  await page.getByRole('button', { name: /^Connector\(1,2\)\/Temperature\[L0\]/ }).waitFor()
  await desk.leave()
})
