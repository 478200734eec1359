import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { signWallOut } from '../../src/shared/endpoints/wall.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { letIn, makeWall } from '../setup/wall.ts'
import { type Desk, sitDown, startJourney } from './console.ts'

let server: TestServer
beforeAll(async () => {
  server = await startJourney()
  await makeSite(server.db, { name: 'Hongqiao P6', longitude: 121.32, latitude: 31.19 })
})
afterAll(() => server.stop())

const HALF_A_MINUTE = 30_000

/** What a camera reads off the screen, as soon as it can. */
const readCode = (page: Page): Promise<string> =>
  vi.waitFor(
    async () => {
      const picture = await page.getByRole('img', { name: 'QR code to let this screen in' }).screenshot()
      const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
      if (!read) throw new Error('the camera reads no code')
      return read
    },
    { timeout: 60_000 },
  )

const dots = (page: Page) => page.getByRole('list', { name: /^Page/ })
const pageIs = (page: Page, at: number, of: number) =>
  page.getByRole('list', { name: `Page ${at} of ${of}`, exact: true }).waitFor()
const begins = (page: Page) => page.locator('header time').waitFor()

/** A browser that has the key of a screen that was let in before. */
async function hungUp(more: Record<string, unknown>): Promise<Desk & { id: number }> {
  const { id } = await makeWall(server, server.administrator.role_id, more)
  const key = await letIn(server, id)
  const desk = await sitDown(server, { person: null })
  await desk.page.addInitScript((given) => {
    if (sessionStorage.getItem('given')) return
    sessionStorage.setItem('given', 'once')
    localStorage.setItem('wall_key', JSON.stringify({ value: given, ends: 0 }))
  }, key)
  const refused: string[] = []
  desk.page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()))
  const leave = async () => {
    expect(refused, 'what a widget asks and a screen may not').toEqual([])
    await desk.leave()
  }
  return { ...desk, leave, id }
}

test('a telephone lets a screen in, which shows its display, also after a reload, until it is signed out', async () => {
  const { name } = await makeWall(server, server.administrator.role_id, { widgets: ['power'], language: 'en' })
  const screen = await sitDown(server, { person: null })
  await screen.go('/wall')
  const telephone = await sitDown(server, { size: 'phone' })
  const { page } = telephone
  await telephone.go('/me')
  await page.getByRole('button', { name: 'Scan' }).click()
  await page.getByLabel('Number or code').fill(await readCode(screen.page))
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { name: 'What is this screen to show?' }).waitFor()
  await page.getByText(/Chrome \d+ on/).waitFor()
  await page.getByText('127.0.0.1').waitFor()
  await screen.page.getByText('Scanned. Now choose on the telephone').waitFor()
  await page.getByRole('button', { name: /^Display/ }).click()
  await page.getByRole('option', { name }).click()
  await page.getByRole('button', { name: 'Let the screen in' }).click()
  await page.getByText('The screen is let in.').waitFor()
  await begins(screen.page)
  await screen.page.getByText(name).waitFor()
  expect(await screen.page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await screen.page.reload()
  await begins(screen.page)
  await telephone.go('/setting/wall')
  await page.getByText(name).first().click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByText('Sign out this screen').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out this screen' }).click()
  await screen.page.getByText('This screen was signed out from the console.').waitFor()
  const again = await readCode(screen.page)
  expect(new URL(again).pathname).toMatch(/^\/let-in\//)
  await telephone.leave()
  await screen.leave()
})

test('a screen turns its pages by itself, stops, and is turned by the keys', async () => {
  const { page, go, leave } = await hungUp({ dashboard: false, widgets: ['power', 'sites', 'attention'], seconds: 30 })
  await page.clock.install()
  await go('/wall')
  await pageIs(page, 1, 3)
  await page.clock.fastForward(HALF_A_MINUTE)
  await pageIs(page, 2, 3)
  await page.keyboard.press('ArrowRight')
  await pageIs(page, 3, 3)
  await page.keyboard.press('ArrowRight')
  await pageIs(page, 1, 3)
  await page.keyboard.press('ArrowLeft')
  await pageIs(page, 3, 3)
  await page.keyboard.press(' ')
  await page.getByText('Stopped').waitFor()
  await page.clock.fastForward(4 * HALF_A_MINUTE)
  await pageIs(page, 3, 3)
  await page.keyboard.press(' ')
  await page.getByText('Stopped').waitFor({ state: 'detached' })
  await page.clock.fastForward(HALF_A_MINUTE)
  await pageIs(page, 1, 3)
  await leave()
})

test('a screen is as large as it is, and nothing is scrolled: wide, large and tall', async () => {
  const { page, go, leave } = await hungUp({})
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 3840, height: 2160 },
    { width: 1080, height: 1920 },
  ]) {
    await page.setViewportSize(size)
    await go('/wall')
    await begins(page)
    await page.getByText('Power now').first().waitFor()
    const seen = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement
      const figure = document.querySelector('main h2')
      return { scrollWidth, scrollHeight, letters: figure?.getBoundingClientRect().height ?? 0 }
    })
    expect([seen.scrollWidth, seen.scrollHeight], JSON.stringify(size)).toEqual([size.width, size.height])
    expect(seen.letters, 'the smallest letters').toBeGreaterThan(Math.min(size.width, size.height) * 0.02)
  }
  await leave()
})

test('a new alarm is said in words over whatever shows, one that was open before is not', async () => {
  const pile = await makePile(server.db, { station_number: 'CD-WALL-1' })
  await makeAlarm(server.db, { pile_id: pile.id, code: 'GroundFailure', raised_at: '2026-01-01T00:00:00Z' })
  const { page, go, leave } = await hungUp({ dashboard: false, widgets: ['attention'] })
  const changed = (id: number) => server.app.kit.changed('alarm', id)
  await go('/wall')
  await page.getByText('CD-WALL-1').first().waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  const { id } = await makeAlarm(server.db, {
    pile_id: pile.id,
    code: 'HighTemperature',
    raised_at: new Date().toISOString(),
  })
  // What the server worked out for everybody is good for some seconds: the change after them is told again.
  const comes = (count: number) =>
    expect
      .poll(
        () => {
          changed(id)
          return page.getByRole('alert').count()
        },
        { timeout: 60_000, interval: 500 },
      )
      .toBe(count)
  await comes(1)
  await page.getByRole('alert').getByText('New alarm: Over temperature').waitFor()
  await server.db
    .updateTable('alarm')
    .set({ status: 'processed', cleared_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()
  await comes(0)
  await leave()
})

test('figures stay, marked, while the server is away, and the screen is live again when it is back', async () => {
  const { page, context, go, leave } = await hungUp({ dashboard: false, widgets: ['power'] })
  await go('/wall')
  await page.getByText('Power now').first().waitFor()
  await context.setOffline(true)
  await page.getByText(/No connection since \d\d:\d\d/).waitFor()
  expect(await page.getByText('Power now').count()).toBeGreaterThan(0)
  await context.setOffline(false)
  await page.getByText(/No connection since/).waitFor({ state: 'detached' })
  await leave()
})

test('a display that is switched off while it shows says so beside its code', async () => {
  const { page, go, leave, id } = await hungUp({})
  await go('/wall')
  await begins(page)
  await server.call('/system/wall/update', { id, status: 'disabled' })
  await page.getByText('This display was switched off.').waitFor()
  await readCode(page)
  await leave()
})

test('who is signed in in the same browser stays so, and a screen keeps to itself', async () => {
  const { id } = await makeWall(server, server.administrator.role_id)
  const key = await letIn(server, id)
  const desk = await sitDown(server)
  await desk.page.addInitScript(
    (given) => localStorage.setItem('wall_key', JSON.stringify({ value: given, ends: 0 })),
    key,
  )
  await desk.go('/wall')
  await begins(desk.page)
  await server.call(signWallOut, { id })
  await desk.page.getByText('This screen was signed out from the console.').waitFor()
  await desk.page.evaluate(() => localStorage.removeItem('wall_key'))
  await desk.go('/dashboard')
  await desk.page.getByRole('navigation').first().waitFor()
  await desk.leave()
})

test('a person shows their own dashboard full screen, and leaves it by Esc', async () => {
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/dashboard')
  await page.getByRole('button', { name: 'Wall', exact: true }).click()
  await dots(page).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.keyboard.press('Escape')
  await dots(page).waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  await page.getByRole('button', { name: 'Lay out the dashboard' }).waitFor()
  await desk.leave()
})
