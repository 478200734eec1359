import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'
import { makeNetwork, type Network } from './network.ts'

/** What can be seen only where there are pixels. */
let server: TestServer
let network: Network
let desk: Desk
beforeAll(async () => {
  server = await startJourney()
  network = await makeNetwork(server)
  desk = await sitDown(server)
})
afterAll(async () => {
  await desk.leave()
  await network.live.close()
  await server.stop()
})

const colourOf = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor)
/** The red of a colour less its green: what deletes is red, what goes on is green. */
const redness = (colour: string) => {
  const [red = 0, green = 0] = colour.match(/[\d.]+/g)?.map(Number) ?? []
  return red - green
}
const boxOf = async (element: Locator) =>
  (await element.boundingBox()) as { x: number; y: number; width: number; height: number }

test('a button that deletes stays red under the pointer', async () => {
  const { page } = desk
  await desk.go(`/operationManagement/order/${network.order.id}`)
  await desk.go(`/device/chargingPoint/${network.pile.id}`)
  await page.getByRole('button', { name: 'New password' }).click()
  const button = page.getByRole('dialog').getByRole('button', { name: 'Make a new password' })
  expect(redness(await colourOf(button))).toBeGreaterThan(0)
  await button.hover()
  await expect.poll(async () => redness(await colourOf(button))).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
})

test.each([1440, 1024])('a list at %s px shows what matters and names what it has no room for', async (width) => {
  const { page } = desk
  await page.setViewportSize({ width, height: 900 })
  await desk.go('/operationManagement/order')
  const table = page.getByRole('table')
  await table.getByRole('columnheader', { name: 'Total' }).waitFor()
  const wrap = table.locator('..')
  const wider = () => wrap.evaluate((box) => box.scrollWidth - box.clientWidth)
  await expect.poll(wider).toBe(0)
  expect(await table.getByRole('columnheader', { name: 'Start', exact: true }).isVisible()).toBe(true)
  await page.getByText(/^No room for .*Occupation fee/).waitFor()

  // All of them, on request: the number stays where it is when the rest is moved.
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await expect.poll(wider).toBeGreaterThan(0)
  const number = table.getByRole('cell', { name: /^26\d{11}$/ }).first()
  const before = await boxOf(number)
  await wrap.evaluate((box) => box.scrollTo({ left: 200 }))
  await expect.poll(() => number.evaluate((cell) => getComputedStyle(cell).boxShadow)).not.toBe('none')
  expect((await boxOf(number)).x).toBe(before.x)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('a figure’s heading that sorts ends where the figures end', async () => {
  const { page } = desk
  await desk.go('/operationManagement/order')
  const label = page.getByRole('columnheader', { name: 'Energy' }).getByRole('button')
  const figure = page.locator('td[data-cell=energy_wh]').first()
  const ends = (element: Locator) =>
    element.evaluate((one) => {
      const words = document.createTreeWalker(one, NodeFilter.SHOW_TEXT).nextNode()
      const range = document.createRange()
      range.selectNodeContents(words as Node)
      return Math.round(range.getBoundingClientRect().right)
    })
  await figure.waitFor()
  expect(Math.abs((await ends(label)) - (await ends(figure)))).toBeLessThanOrEqual(1)
})

test.each(['energy_wh', 'site_id', 'number'])('the button that copies stands beside the value of %s', async (field) => {
  const { page } = desk
  await desk.go('/operationManagement/order')
  const cell = page.locator(`td[data-cell=${field}]`).first()
  await cell.hover()
  const copy = await boxOf(page.getByRole('button', { name: 'Copy what this cell says' }))
  const text = await cell.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const { left, right } = range.getBoundingClientRect()
    return { left, right }
  })
  expect(copy.x >= text.right || copy.x + copy.width <= text.left, JSON.stringify({ copy, text })).toBe(true)
})

test('the search finds pages by name, and stays as high whatever it finds', async () => {
  const { page } = desk
  await desk.go('/dashboard')
  await page.getByRole('button', { name: /Ctrl K/ }).click()
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('combobox')
  await box.waitFor()
  const before = await boxOf(dialog)
  for (const typed of ['balance', 'CD-310115', 'nothing of the kind']) {
    await box.fill(typed)
    await dialog
      .getByText(typed === 'balance' ? 'Balance requests' : typed)
      .first()
      .waitFor()
    expect(await boxOf(dialog)).toEqual(before)
  }
  await box.fill('rejected')
  await dialog.getByRole('option', { name: /Rejected connections/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/device/rejected')
})

test('the menu folds to icons, leaves the page its room, and stays so', async () => {
  const { page } = desk
  await desk.go('/operationManagement/order')
  const main = page.locator('#main')
  const wide = (await boxOf(main)).width
  await page.getByRole('button', { name: 'Icons only' }).click()
  await expect.poll(async () => (await boxOf(main)).width).toBeGreaterThan(wide + 100)
  await page.reload()
  await page.getByRole('button', { name: 'Assets' }).click()
  await page.getByRole('region', { name: 'Assets' }).getByRole('link', { name: 'Berths' }).click()
  await page.waitForURL('**/stationManagement/berth')
  await page.getByRole('button', { name: 'Show the words' }).click()
})

test('below 1200 px the menu is icons alone, until someone wants its words', async () => {
  const { page } = desk
  // Someone who has not chosen yet: a choice goes with its person.
  const other = await sitDown(server, { person: await server.signIn({ permissions: ['*'] }) })
  await other.page.setViewportSize({ width: 1024, height: 768 })
  await other.go('/dashboard')
  await other.page.getByRole('button', { name: 'Show the words' }).click()
  await other.page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Devices' }).waitFor()
  await other.leave()
  expect(await page.getByRole('button', { name: 'Icons only' }).isVisible()).toBe(true)
})
