import { readXlsx } from 'hucre/xlsx'
import jsQR from 'jsqr'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stationIn } from '../../src/shared/domain/label-code.ts'
import { makePileType, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'
import { contentOf } from './saved-file.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

async function choose(page: Page, label: string, title: string) {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(title)
  await page.getByRole('option', { name: title }).click()
}

/** What a scanner reads from it as it comes out of the printer. */
async function codeIn(label: Locator): Promise<string | undefined> {
  const { data, info } = await sharp(await label.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('a site gets its piles in a batch, their workbook, and a label for every gun', async () => {
  await makeSite(server.db, { name: 'Harbour North' })
  await makePileType(server.db, { name: 'DC 120 kW', guns: 2 })
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/device/batch')
  await page.getByRole('link', { name: 'Add batch' }).first().click()
  await choose(page, 'Site', 'Harbour North')
  await choose(page, 'Type', 'DC 120 kW')
  await page.getByLabel('Quantity').fill('12')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('12 of 12').waitFor()
  await page.getByRole('cell', { name: /^B\d{6}$/ }).click()
  await page.getByText('Never connected').first().waitFor()

  await page.getByRole('button', { name: 'Export', exact: true }).first().click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save workbook' }).click()
  const [sheet] = (await readXlsx(await contentOf(await saved))).sheets
  const numbers = sheet?.rows.slice(1).map((row) => row[1])
  expect(numbers).toHaveLength(12)

  await page.getByRole('link', { name: 'Print labels' }).click()
  await page.getByLabel('A label for each gun').check()
  await page.getByRole('button', { name: 'Print 24 labels' }).waitFor()
  await page.emulateMedia({ media: 'print' })
  const labels = page.locator('[data-print-copy] svg')
  await expect.poll(() => labels.count()).toBe(24)
  expect(await codeIn(labels.nth(1))).toBe(`${numbers?.[0]}?connector=2`)
  expect(stationIn((await codeIn(labels.nth(22))) ?? '')).toBe(numbers?.[11])
  expect(await page.locator('#root').isVisible()).toBe(false)
  await desk.leave()
})
