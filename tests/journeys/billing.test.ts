import { afterAll, beforeAll, expect, test } from 'vitest'
import { strategyView } from '../../src/shared/endpoints/billing.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

const hoursOf = async (id: number) =>
  (await server.call(strategyView, { id })).data.rules.map(({ band, start_hour, end_hour }) => [
    band,
    start_hour,
    end_hour,
  ])

test('a strategy starts as a usual day, a boundary is dragged, and a session is priced before anything is saved', async () => {
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/billingRules/strategy/create')
  const dialog = page.getByRole('dialog', { name: 'New billing strategy' })
  // Usual days come first, each as its ribbon, and the day itself has the room of a page.
  expect(await dialog.locator('[data-body]').locator('input').first().getAttribute('type')).toBe('radio')
  expect(await dialog.getByRole('radio').count()).toBe(4)
  const planner = await dialog.getByRole('figure', { name: 'One day' }).last().boundingBox()
  expect(planner?.width).toBeGreaterThan(850)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Winter')
  const prices = dialog.getByRole('table').getByRole('textbox')
  for (const [at, price] of ['1.38', '0.40', '0.94', '0.89', '0.40', '0.55', '0.62', '0.30', '0.31'].entries())
    await prices.nth(at).fill(price)
  // 30 kWh from 14:30, 45 minutes: 20 kWh at 1.78 and 10 kWh at 1.29.
  await dialog.getByText('¥ 48.50').waitFor()
  await dialog.getByRole('button', { name: 'Save strategy' }).click()
  await page.getByRole('heading', { name: 'Winter' }).waitFor()
  const id = Number(page.url().split('/').at(-1))
  expect((await hoursOf(id)).toSorted()).toContainEqual(['peak', 10, 15])

  const edge = page.getByRole('slider', { name: 'Boundary between Winter Peak and Winter Flat 2' })
  // Held once it stands still.
  await edge.hover()
  const box = await edge.boundingBox()
  const ribbon = await page.getByRole('figure', { name: 'One day' }).boundingBox()
  if (!box || !ribbon) throw new Error('the day has no ribbon')
  const [x, y] = [box.x + box.width / 2, box.y + 20]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - ribbon.width / 24, y, { steps: 4 })
  await page.mouse.up()
  await page.getByText('¥ 38.70').waitFor()
  expect(await hoursOf(id)).toContainEqual(['peak', 10, 15])
  await page.getByRole('button', { name: 'Save strategy' }).click()
  await expect.poll(() => hoursOf(id)).toContainEqual(['peak', 10, 14])
  expect(await hoursOf(id)).toContainEqual(['flat', 14, 18])
  await desk.leave()
})

test('hours that are left out are shown on the day and not saved', async () => {
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/billingRules/strategy/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('Holes')
  await page.getByRole('combobox', { name: 'New Valley to' }).selectOption('05')
  await page.getByText('No price: 05–07.').waitFor()
  await page.getByRole('button', { name: 'Save strategy' }).click()
  expect(await page.getByRole('dialog').isVisible()).toBe(true)
  await page
    .getByRole('slider', { name: /no price/ })
    .first()
    .press('ArrowRight')
  await page.getByText('No price: 06–07.').waitFor()
  await desk.leave()
})
