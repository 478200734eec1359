import { afterAll, beforeAll, expect, test } from 'vitest'
import { heldMessages } from '../../src/fleet/v201/screen.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'
import { choose, enter, save } from './by-hand.ts'
import { sitDown, startJourney } from './console.ts'
import { findingsOn } from './every-screen.ts'

/** What piles of 2.x show on their screens. */

let server: TestServer
const startPile = virtualPiles()
beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

async function arranged(version: '2.0.1' | '2.1') {
  const site = await makeSite(server.db)
  const { id, station_number: station } = await makePile(server.db, { site_id: site.id })
  const pile = startPile(server, { station, version })
  await expect.poll(() => pile.online).toBe(true)
  await server.call(pileCommands.read_settings, { id, component: 'DisplayMessageCtrlr' })
  const onScreen = () => heldMessages(pile).map(({ message }) => message)
  return { site, onScreen, path: `/device/chargingPoint/${id}?tab=screen` }
}

test('on a phone, a text is put on the screen of the pile that one stands at, and taken from it', async () => {
  const { onScreen, path } = await arranged('2.0.1')
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(path)
  await page.getByText('Nothing of yours shows now.').waitFor()
  await page.getByRole('button', { name: 'Show a text' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: 'Out of order', exact: true }).click()
  await form.getByRole('button', { name: 'Show a text' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByText('Shown', { exact: true }).waitFor()
  await expect.poll(onScreen).toMatchObject([{ message: { content: 'Out of order' } }])
  expect(await findingsOn(desk, [path])).toEqual({})
  await page.getByRole('button', { name: /^Take from the screen/ }).click()
  const asked = page.getByRole('dialog')
  await asked.getByRole('button', { name: 'Take from the screen' }).click()
  await page.getByText('Nothing was given to this screen.').waitFor()
  expect(onScreen()).toEqual([])
  await desk.leave()
})

const MESSAGES = '/engineering/displayMessage'

test('at a desk, a text is written once and given to the piles of a site, and taken from them', async () => {
  const { site, onScreen, path } = await arranged('2.1')
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(MESSAGES)
  await page.getByRole('link', { name: 'Add screen message' }).first().click()
  await enter(page, 'Name', 'Closing time')
  await enter(page, 'Text', 'The lot closes at ten')
  await choose(page, 'Sites', site.name)
  await save(page)
  await page.getByRole('link', { name: 'Closing time' }).click()
  await page.getByRole('button', { name: 'Give to piles' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give', exact: true }).click()
  await expect.poll(onScreen).toMatchObject([{ message: { content: 'The lot closes at ten' } }])
  await desk.go(path)
  await page.getByText('The lot closes at ten').first().waitFor()
  await page.getByRole('tabpanel').getByRole('link', { name: 'Closing time' }).click()
  await page.getByText('1 pile shows it').waitFor()
  const own = new URL(page.url()).pathname
  expect(await findingsOn(desk, [MESSAGES, own, path])).toEqual({})
  await desk.go(own)
  await page.getByRole('button', { name: 'Take away' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take away' }).click()
  await expect.poll(onScreen).toEqual([])
  await desk.leave()
})
