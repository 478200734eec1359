import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSite } from '../make.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'

let server: TestServer
let person: SignedIn
let desk: Desk

beforeAll(async () => {
  server = await startJourney()
  await makeSite(server.db, { name: 'Hongqiao P6', longitude: 121.32, latitude: 31.19 })
  person = await server.signIn({ permissions: ['*'] })
  desk = await sitDown(server, { person })
})
afterAll(async () => {
  await desk.leave()
  await server.stop()
})

const shown = (page: Page) => page.getByRole('heading', { level: 2 }).allTextContents()
const edit = (page: Page) => page.getByRole('button', { name: 'Lay out the dashboard' }).click()
const keep = async (page: Page) => {
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByText('The layout is kept.').waitFor()
  await page.getByRole('button', { name: 'Lay out the dashboard' }).waitFor()
}
const tile = (page: Page, id: string) => page.locator(`[data-widget="${id}"]`)
/** Where it stands in the grid, in columns and rows, as the server has it. */
const kept = async (widget: string) => {
  const { widgets } = await server.db
    .selectFrom('dashboard_layout')
    .select('widgets')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  return widgets.find((one) => one.widget === widget)
}
/** Takes something with the mouse and lets it go elsewhere. */
async function pull(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 8 })
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 })
  await page.mouse.up()
}
const boxOf = async (page: Page, id: string) => {
  const box = await tile(page, id).boundingBox()
  if (!box) throw new Error(`${id} is not shown`)
  return box
}

test('a widget is dragged and resized by the mouse, and a reload shows it there', async () => {
  const { page } = desk
  await desk.go('/dashboard')
  await edit(page)
  const map = await boxOf(page, 'failure_map')
  const lines = await boxOf(page, 'income_by_kind')
  // Pulled past its neighbour: the two change places.
  await pull(page, { x: map.x + 120, y: map.y + 18 }, { x: lines.x - map.x, y: 0 })
  await page.getByText('Editing · not kept yet').waitFor()
  const now = await boxOf(page, 'failure_map')
  await pull(page, { x: now.x + now.width - 8, y: now.y + now.height - 8 }, { x: -110, y: 0 })
  await expect.poll(async () => (await boxOf(page, 'failure_map')).width).toBeLessThan(now.width - 40)
  await keep(page)
  const place = await kept('failure_map')
  expect(place).toMatchObject({ x: 9, h: 9 })
  expect(place?.w).toBeLessThan(9)
  const before = await page.getByRole('region', { name: 'Failure map' }).boundingBox()
  await page.reload()
  const after = await page.getByRole('region', { name: 'Failure map' }).boundingBox()
  expect(after?.x).toBe(before?.x)
  expect(after?.width).toBe(before?.width)
})

test('a widget is dragged in from the tray', async () => {
  const { page } = desk
  await edit(page)
  await tile(page, 'sites').getByRole('button', { name: 'Remove Sites' }).click()
  await page
    .getByRole('region', { name: 'Add a widget' })
    .getByRole('button', { name: /^Sites/ })
    .waitFor()
  const offer = page.getByRole('region', { name: 'Add a widget' }).getByRole('button', { name: /^Sites/ })
  await offer.dragTo(tile(page, 'figures'), { targetPosition: { x: 200, y: 60 } })
  await tile(page, 'sites').waitFor()
  await keep(page)
  expect((await kept('sites'))?.w).toBe(12)
})

test('by the keyboard alone it is found, moved, resized, taken back and kept', async () => {
  const { page } = desk
  await edit(page)
  const before = await kept('worst_piles')
  await tile(page, 'worst_piles').getByRole('button', { name: 'Move Worst piles', exact: true }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Shift+ArrowDown')
  await page
    .getByRole('status')
    .filter({ hasText: /^Worst piles: column 18/ })
    .waitFor()
  await page.keyboard.press('Delete')
  await tile(page, 'worst_piles').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await tile(page, 'worst_piles').waitFor()
  await keep(page)
  expect(await kept('worst_piles')).toMatchObject({ x: 17, h: (before?.h ?? 0) + 1 })
})

test('what keys move down the grid stays in sight, above what can be added', async () => {
  const { page } = desk
  await edit(page)
  const grip = tile(page, 'failure_map').getByRole('button', { name: 'Move Failure map', exact: true })
  await grip.focus()
  for (let times = 0; times < 3; times++) await page.keyboard.press('ArrowDown')
  const tray = await page.getByRole('region', { name: 'Add a widget' }).boundingBox()
  const end = async () => ((await grip.boundingBox())?.y ?? 0) + 24
  await expect.poll(end).toBeLessThanOrEqual(tray?.y ?? 0)
  expect(await end()).toBeGreaterThan(0)
  for (let times = 0; times < 3; times++) await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('what is not kept is left only on purpose', async () => {
  const { page } = desk
  await edit(page)
  await page.getByRole('button', { name: 'Remove Worst piles' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button').last().click()
  await page.getByRole('heading', { name: 'Worst piles' }).waitFor()
})

/** Waits until a map has moved and stands. It moves for a quarter of a second, which who looks now and then may miss. */
async function moved(page: Page, press: () => Promise<void>) {
  // With its pins it is where it shows all of them.
  await page.locator('.leaflet-marker-icon').first().waitFor({ state: 'attached' })
  const over = await page.evaluateHandle(() => {
    const isMoving = () => document.querySelector('.leaflet-zoom-anim') !== null
    let began = false
    const over = new Promise<void>((done) => {
      const watch = new MutationObserver(() => {
        began ||= isMoving()
        if (!began || isMoving()) return
        watch.disconnect()
        done()
      })
      watch.observe(document.body, { attributes: true, attributeFilter: ['class'], childList: true, subtree: true })
    })
    return { over }
  })
  await press()
  await over.evaluate((map) => map.over)
}

test('a map that is still moving goes without a fault', async () => {
  const { page } = desk
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  const nearer = page.getByRole('button', { name: 'Zoom in' })
  await moved(page, () => nearer.click())
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('.leaflet-control-zoom-in')?.click()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-label="Lay out the dashboard"]')?.click())
  })
  await page.getByRole('button', { name: 'Cancel' }).waitFor()
  // The map that goes would break a quarter of a second later; the new one's zoom takes as long, and ends after it.
  await moved(page, () => nearer.dispatchEvent('click'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.emulateMedia({ reducedMotion: 'reduce' })
})

test('a phone shows the same in reading order, and puts them in another with buttons', async () => {
  const phone = await sitDown(server, { person, size: 'phone' })
  const { page } = phone
  await phone.go('/dashboard')
  await page.getByRole('heading', { name: 'Worst piles' }).waitFor()
  await edit(page)
  await page.getByRole('button', { name: 'Worst piles up' }).click()
  const order = await page.locator('[data-widget]').evaluateAll((rows) => rows.map((row) => row.dataset.widget))
  await keep(page)
  const { widgets } = await server.db
    .selectFrom('dashboard_layout')
    .select('widgets')
    .where('user_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(widgets.map(({ id }) => id)).toEqual(order)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wide, 'nothing is wider than the phone').toBeLessThanOrEqual(0)
  await phone.leave()
})

test('a reset brings back what is built in', async () => {
  const { page } = desk
  await page.reload()
  await edit(page)
  await page.getByRole('button', { name: 'Reset' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click()
  await page.getByText('The layout is reset.').waitFor()
  await expect
    .poll(async () => server.db.selectFrom('dashboard_layout').select('id').where('user_id', '=', person.id).execute())
    .toEqual([])
  await expect.poll(() => shown(page)).toContain('Failure map')
})

test('what is printed is the whole page without the menu, however long', async () => {
  const { page } = desk
  await desk.go('/dashboard')
  await page.getByRole('heading', { name: 'Sites', exact: true }).waitFor()
  const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(1)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false)
  expect(await page.locator('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBeLessThanOrEqual(1)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('navigation').first().waitFor()
})
