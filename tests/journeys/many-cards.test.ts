import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { handleAlarm } from '../../src/shared/endpoints/alarms.ts'
import { makeAlarm, makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer
let pile: Awaited<ReturnType<typeof makePile>>
const COUNT = 130
const CARD = '#main article'

beforeAll(async () => {
  server = await startJourney()
  const { db } = server
  const site = await makeSite(db)
  pile = await makePile(db, { site_id: site.id })
  for (let at = 0; at < COUNT; at++)
    await makeAlarm(db, {
      ...{ pile_id: pile.id, site_id: site.id, status: 'processed', message: `the ${at}th` },
      raised_at: new Date(Date.now() - at * 3_600_000).toISOString(),
    })
})
afterAll(() => server.stop())

const cardOf = (page: Page, at: number) => page.locator(CARD, { hasText: `the ${at}th` })

/** The number of the first card that is drawn. */
async function firstNumber(page: Page): Promise<number> {
  const text = await page.locator(CARD).first().textContent()
  return Number(/the (\d+)th/.exec(text ?? '')?.[1] ?? 0)
}

/** As one does who looks for an old one: fling after fling, until it shows; back where a slow page let one pass it. */
async function scrollTo(page: Page, at: number) {
  await vi.waitFor(
    async () => {
      await page.mouse.wheel(0, (await firstNumber(page)) > at ? -2_000 : 2_000)
      expect(await cardOf(page, at).count()).toBe(1)
    },
    { timeout: 60_000 },
  )
}

/** What draws few of them comes after the first cards, which are drawn without it. */
const untilFew = (page: Page) => vi.waitFor(async () => expect(await page.locator(CARD).count()).toBeLessThan(40))

/** Turns of the wheel may still come after the card that one looked for, on a machine that does much else. */
const untilStill = (page: Page) =>
  page.evaluate(`new Promise((done) => {
    let [last, same] = [-1, 0]
    const look = () => {
      same = scrollY === last ? same + 1 : 0
      last = scrollY
      if (same > 10) done()
      else requestAnimationFrame(look)
    }
    look()
  })`)

/** Puts it into sight; one that was passed is scrolled back to. */
async function lookAt(page: Page, at: number) {
  await scrollTo(page, at)
  await vi.waitFor(
    async () => {
      await untilStill(page)
      const card = cardOf(page, at)
      if (await card.count()) await card.evaluate((found) => found.scrollIntoView({ block: 'center' }))
      else await page.mouse.wheel(0, (await firstDrawn(page)) > at ? -1_000 : 1_000)
      await untilStill(page)
      expect(await inSight(page)).toContain(at)
    },
    { timeout: 60_000 },
  )
  await untilFew(page)
}

const firstDrawn = async (page: Page) => Number(await page.locator('[data-index]').first().getAttribute('data-index'))

/** Which cards are on the screen, from the top, once they fill it. */
const inSight = (page: Page) =>
  page.locator(CARD).evaluateAll((cards) => {
    const boxes = cards.map((card) => ({ box: card.getBoundingClientRect(), text: card.textContent ?? '' }))
    const shown = boxes.filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
    const fills = (shown[0]?.box.top ?? innerHeight) < 300 && (shown.at(-1)?.box.bottom ?? 0) > innerHeight - 300
    return fills ? shown.map(({ text }) => Number(/the (\d+)th/.exec(text)?.[1])) : []
  })

const placeOf = async (page: Page, at: number) => (await cardOf(page, at).boundingBox())?.y

test('of many cards a phone draws those that one sees, and none is missing on the way', async () => {
  const { page, go, leave } = await sitDown(server, { size: 'phone' })
  await go('/monitor/alarm?status=processed')
  await page.locator(CARD).first().waitFor()
  await lookAt(page, COUNT - 1)
  await page.getByText('That is all.').waitFor()
  // Up again by less than a screen: what shows is always some cards in a row, without a hole.
  const seen = new Set<number>()
  while (!seen.has(0)) {
    const shown = await vi.waitFor(async () => {
      const all = await inSight(page)
      expect(all.length).toBeGreaterThan(3)
      expect(all).toEqual(all.map((_, index) => (all[0] ?? 0) + index))
      return all
    })
    for (const at of shown) seen.add(at)
    await page.evaluate('scrollBy(0, -500)')
  }
  expect(Array.from({ length: COUNT }, (_, at) => at).filter((at) => !seen.has(at))).toEqual([])
  await leave()
})

test('on paper all stand that were scrolled through', async () => {
  const { page, go, leave } = await sitDown(server, { size: 'phone' })
  await go('/monitor/alarm?status=processed')
  await page.locator(CARD).first().waitFor()
  await lookAt(page, 45)
  const loaded = await page.evaluate<number>(`
    dispatchEvent(new Event('beforeprint'))
    document.querySelectorAll('${CARD}').length`)
  expect(loaded).toBeGreaterThanOrEqual(60)
  expect(await page.locator(CARD).first().textContent()).toContain('the 0th')
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  await untilFew(page)
  await leave()
})

test('the way back from a card leads to where it stood', async () => {
  const { page, go, leave } = await sitDown(server, { size: 'phone' })
  await go('/monitor/alarm?status=processed')
  await page.locator(CARD).first().waitFor()
  await lookAt(page, 75)
  const before = await placeOf(page, 75)
  await cardOf(page, 75).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Back' }).click()
  await vi.waitFor(async () => expect(Math.abs(((await placeOf(page, 75)) ?? 9_999) - (before ?? 0))).toBeLessThan(3))
  await leave()
})

test('what comes above the cards that one looks at does not push them away', async () => {
  const fresh = await makeAlarm(server.db, {
    pile_id: pile.id,
    site_id: pile.site_id,
    raised_at: new Date().toISOString(),
  })
  const { page, go, leave } = await sitDown(server, { size: 'phone' })
  await go('/monitor/alarm?status=processed')
  await page.locator(CARD).first().waitFor()
  await lookAt(page, 40)
  const before = await placeOf(page, 40)
  const place = () => page.locator('[data-index]', { hasText: 'the 40th' }).getAttribute('data-index')
  expect(await place()).toBe('40')
  await server.call(handleAlarm, { id: fresh.id, status: 'processed' })
  await vi.waitFor(async () => expect(await place()).toBe('41'))
  await vi.waitFor(async () => expect(Math.abs(((await placeOf(page, 40)) ?? 9_999) - (before ?? 0))).toBeLessThan(3))
  await leave()
})

test('where less motion is asked for, what changes is there at once', async () => {
  const { page, go, leave } = await sitDown(server, { size: 'phone' })
  await go('/monitor/alarm?status=processed')
  await page.locator(CARD).first().waitFor()
  const heights = await page.evaluate(`(() => {
    const card = document.querySelector('${CARD}')
    return [300, 400].map((px) => {
      card.style.height = px + 'px'
      return card.getBoundingClientRect().height
    })
  })()`)
  expect(heights).toEqual([300, 400])
  await leave()
})
