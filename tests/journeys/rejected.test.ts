import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { makePile, makeSite } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney({ settings: { ocppAuth: 'required' } })
})
afterAll(() => server.stop())

const knock = (station: string, password?: string) =>
  connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station, ...(password && { password }) })

test('a pile that nobody knew is adopted with the password that it offered', async () => {
  await makeSite(server.db, { name: 'Nanshan Hub' })
  await expect(knock('CP-OWN-1', 'the password of its own')).rejects.toThrow(/^40[14]/)
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go('/device/rejected')
  await page.getByRole('article').filter({ hasText: 'CP-OWN-1' }).getByRole('button', { name: 'Adopt' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Adopt' }).click()
  await page.waitForURL(/\/device\/chargingPoint\/\d+/)
  await page.getByText('How to connect it').waitFor()
  await page.getByText('Awaited · tried just now').first().waitFor()
  await page.getByText('was adopted since').waitFor()
  expect(await page.getByText(/never connected/i).count()).toBe(0)

  const pile = await knock('CP-OWN-1', 'the password of its own')
  await pile.call('BootNotification', { chargePointVendor: 'Star', chargePointModel: 'S1' })
  await page.getByText('Online').waitFor()
  await pile.close()
  await desk.leave()
})

test('a pile that offered no password gets one, shown once', async () => {
  const site = await makeSite(server.db, { name: 'Harbour East' })
  await expect(knock('CP-BARE-1')).rejects.toThrow(/^40[14]/)
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/device/rejected')
  await page.getByRole('row').filter({ hasText: 'CP-BARE-1' }).getByRole('button', { name: 'Adopt' }).click()
  const place = page.getByRole('dialog').getByRole('combobox', { name: 'Site' })
  await place.fill('Harbour')
  await page.getByRole('option', { name: 'Harbour East' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Adopt' }).click()
  await page.getByText('It is shown once').waitFor()
  const password = await page.getByRole('dialog').getByLabel('Password').inputValue()
  await page.getByRole('button', { name: 'I have kept it' }).click()

  const pile = await knock('CP-BARE-1', password)
  await page.getByText('Online').waitFor()
  const kept = await server.db
    .selectFrom('pile')
    .select('site_id')
    .where('station_number', '=', 'CP-BARE-1')
    .executeTakeFirstOrThrow()
  expect(kept.site_id).toBe(site.id)
  await pile.close()
  await desk.leave()
})

test.each(['phone', 'desktop'] as const)(
  'a known pile’s password is replaced on a %s screen after a warning that says what by',
  async (size) => {
    const station = `CP-KNOWN-${size}`
    const last = { last_seen_at: '2026-01-02T03:04:05.000Z', last_address: '203.0.113.9' }
    await makePile(server.db, {
      station_number: station,
      password_hash: hashPileSecret('the password we know'),
      ...last,
    })
    await expect(knock(station, 'the password of its own')).rejects.toThrow(/^401/)
    const desk = await sitDown(server, { size })
    const { page } = desk
    await desk.go('/device/rejected')
    const row = page.getByRole(size === 'phone' ? 'article' : 'row').filter({ hasText: station })
    await row.getByRole('button', { name: 'Take this password' }).click()
    const dialog = page.getByRole('dialog')
    const take = dialog.getByRole('button', { name: 'Take this password' })
    await take.click()
    await dialog.getByText('203.0.113.9').waitFor()
    expect(await take.isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /came from the pile itself/ }).check()
    await take.click()
    await page.waitForURL(/\/device\/chargingPoint\/\d+/)

    const pile = await knock(station, 'the password of its own')
    await page.getByText('Online').waitFor()
    await expect(knock(station, 'the password we know')).rejects.toThrow(/^401/)
    await pile.close()
    await desk.leave()
  },
)
