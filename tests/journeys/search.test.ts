import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { top } from './by-thumb.ts'
import { sitDown, startJourney } from './console.ts'

/** From a word to what it leads to: at a desk by keys alone, on a phone by thumb alone. */

const STATION = 'CD-FIND-1'
let server: TestServer
let pile: ScriptedPile
beforeAll(async () => {
  server = await startJourney()
  const site = await makeSite(server.db, { name: '陆家嘴二号站' })
  await makePile(server.db, { station_number: STATION, site_id: site.id })
  pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station: STATION })
  await pile.call('StatusNotification', {
    ...{ connectorId: 1, status: 'Available', errorCode: 'NoError' },
    timestamp: new Date().toISOString(),
  })
})
afterAll(async () => {
  pile.drop()
  await server.stop()
})

test('Ctrl K, an action and a pile’s number lead to the question whether it is meant', async () => {
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/dashboard')
  await page.getByRole('button', { name: /Ctrl K/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('reset find-1')
  await page.getByRole('option', { name: `Reset · ${STATION}` }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Reset · ${STATION}` }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Soft reset' }).press('Enter')
  await page.getByRole('heading', { name: 'Soft reset?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.keyboard.press('Control+k')
  await page.getByRole('listbox').getByRole('option', { name: STATION }).waitFor()
  await desk.leave()
})

test('on a phone a site is found by its initials, in rows that a thumb hits', async () => {
  const phone = await sitDown(server, { size: 'phone', language: 'zh-CN' })
  const { page } = phone
  await phone.go('/dashboard')
  await page.getByRole('button', { name: /搜索|桩号/ }).tap()
  await page.getByRole('combobox').fill('ljz')
  const row = page.getByRole('option', { name: '陆家嘴二号站' })
  expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await row.tap()
  await page.getByRole('heading', { level: 1, name: '陆家嘴二号站' }).waitFor()
  expect(await top(page).count()).toBe(0)
  await phone.leave()
})
