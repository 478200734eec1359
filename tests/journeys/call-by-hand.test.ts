import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { makePile } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

/** An engineer writes a call in the words of the version that the pile speaks. */

let server: TestServer
const open: ScriptedPile[] = []
beforeAll(async () => {
  server = await startJourney()
})
afterAll(async () => {
  for (const pile of open) pile.drop()
  await server.stop()
})

async function connected(version: string) {
  const { id, station_number: station } = await makePile(server.db)
  const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, protocols: [version] })
  open.push(pile)
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  return { pile, id }
}

const words = {
  en: {
    send: 'Send',
    title: "Engineer's call",
    needed: 'Needed.',
    all: 'Send it all the same',
    price: /another price/,
  },
  'zh-CN': { send: '发送', title: '工程师调用', needed: '必填。', all: '仍然下发', price: /不一致/ },
}

test.each([
  ['ocpp2.0.1', 'desktop', 'en'],
  ['ocpp2.1', 'phone', 'zh-CN'],
] as const)('to a pile of %s, on a %s', async (version, size, language) => {
  const { pile, id } = await connected(version)
  const said = words[language]
  const desk = await sitDown(server, { size, language })
  await desk.go(`/device/chargingPoint/${id}?tab=commands`)
  const card = desk.page.locator('section', { hasText: said.title }).last()
  const action = card.getByRole('combobox').first()
  await card.getByText('getVariableData 1').waitFor()
  const offered = await card.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(offered.includes('UsePriorityCharging')).toBe(version === 'ocpp2.1')

  // What is missing is said at its field, and nothing goes out.
  await action.fill('SetChargingProfile')
  await card.getByText('chargingProfile *').waitFor()
  await card.getByRole('button', { name: said.send, exact: true }).click()
  await card.getByText(said.needed).first().waitFor()
  expect(pile.received).toEqual([])

  // An example goes out as it is, and the pile's answer stands below.
  pile.onCall('Reset', { status: 'Scheduled' })
  await action.fill('Reset')
  await card.getByText('evseId').waitFor()
  await card.getByRole('button', { name: said.send, exact: true }).click()
  await card.getByText('"status": "Scheduled"').waitFor()
  expect(await pile.nextCall('Reset')).toEqual({ type: 'OnIdle' })

  // What has a risk is asked about first.
  pile.onCall('CostUpdated', {})
  await action.fill('CostUpdated')
  await card.getByText('totalCost').waitFor()
  await card.getByLabel('transactionId').fill('T-1')
  await card.getByRole('button', { name: said.send, exact: true }).click()
  await desk.page.getByRole('dialog').getByText(said.price).waitFor()
  expect(pile.received).toEqual([])
  await desk.page.getByRole('button', { name: said.all }).click()
  expect(await pile.nextCall('CostUpdated')).toEqual({ totalCost: 0, transactionId: 'T-1' })
  await desk.leave()
})
