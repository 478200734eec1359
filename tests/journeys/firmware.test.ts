import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MaintenanceFault } from '../../src/fleet/maintenance-faults.ts'
import { makePile, makeSite, next } from '../make.ts'
import { makeMaker } from '../setup/maker.ts'
import type { TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'
import { sitDown, startJourney } from './console.ts'
import { findingsOn } from './every-screen.ts'

let server: TestServer
const startPile = virtualPiles()
beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

async function pileAt(site_id: number, fault?: MaintenanceFault) {
  const { station_number: station } = await makePile(server.db, { site_id })
  const pile = startPile(server, { station }, { fault, pace: 100 })
  await expect.poll(() => pile.online).toBe(true)
  return pile
}

const buffer = Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256))

test.each(['desktop', 'phone'] as const)(
  'an engineer uploads signed firmware on a %s, pushes it, and sees each pile to its end',
  async (size) => {
    const { id: site_id, name: site } = await makeSite(server.db)
    const well = await pileAt(site_id)
    await pileAt(site_id, 'install_fails')
    const desk = await sitDown(server, { size })
    const { page } = desk
    const name = `Spring ${next()}`
    await desk.go('/engineering/firmware/create')
    await page.getByRole('dialog').getByLabel(/^Name/).fill(name)
    if (size === 'phone') await page.getByRole('dialog').getByRole('button', { name: /^Site/ }).click()
    else await page.getByRole('dialog').getByRole('combobox', { name: 'Site' }).fill(site)
    await page.getByRole('option', { name: site }).click()
    await page
      .getByRole('dialog')
      .getByLabel(/^Version/)
      .fill('1.5.0')
    await page.getByRole('dialog').getByLabel('Piles first').fill('1')
    const file = page.locator('input[type=file]').first()
    await file.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no firmware') })
    await page.getByText('This is no firmware').first().waitFor()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await file.setInputFiles({ name: 'CD-A7-1.5.0.bin', mimeType: 'application/octet-stream', buffer })
    await page.getByRole('link', { name: 'CD-A7-1.5.0.bin' }).waitFor()
    const maker = await makeMaker()
    const form = page.getByRole('dialog')
    await form.getByLabel('Signing certificate (PEM)').fill(maker.pem)
    await form.getByLabel('Signature (base64)').fill(maker.sign(Buffer.from('another file')))
    await page.getByRole('button', { name: /^Save( firmware task)?$/ }).click()
    await page.getByText('The file was not signed like this').waitFor()
    await form.getByLabel('Signature (base64)').fill(maker.sign(buffer))
    await page.getByRole('button', { name: /^Save( firmware task)?$/ }).click()
    await page.getByRole('link', { name }).first().click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText('Not pushed yet').waitFor()
    await page.getByText('CN=Firmware signing').waitFor()
    if (size === 'phone') await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole(size === 'phone' ? 'menuitem' : 'button', { name: 'Push…' }).click()
    const pushing = page.getByRole('dialog')
    await pushing.getByText('The file is signed').waitFor()
    await pushing.getByText('Only this computer reaches that address.').waitFor()
    await pushing.getByRole('radio', { name: 'Some of them' }).check()
    await pushing.getByRole('button', { name: 'Push', exact: true }).click()
    await pushing.getByText('Choose at least one pile.').waitFor()
    await expect.poll(() => pushing.getByRole('checkbox').count()).toBe(2)
    for (const box of await pushing.getByRole('checkbox').all()) await box.check()
    await pushing.getByRole('button', { name: 'Push', exact: true }).click()
    await page.getByText('1 of 2 installed').waitFor()
    await page.getByText('Install failed').first().waitFor()
    await page.getByText('Installation failed').first().waitFor()
    const waves = page.getByRole('list', { name: 'First piles, then the others' }).getByRole('listitem')
    await waves.filter({ hasText: 'First pile' }).getByText('Done', { exact: true }).waitFor()
    await waves.filter({ hasText: 'The other pile' }).getByText('Over, with failures').waitFor()
    await expect.poll(() => well.memory.firmware).toBe('1.5.0')
    expect(await findingsOn(desk, [new URL(page.url()).pathname, '/engineering/firmware'])).toEqual({})
    if (size !== 'phone') {
      await page.getByRole('row', { name }).first().getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Copy' }).click()
      await expect.poll(() => page.getByRole('dialog').getByLabel(/^Name/).inputValue()).toBe(`${name} (copy)`)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Save( firmware task)?$/ })
        .click()
      await page.getByText(`${name} (copy)`).first().waitFor()
    }
    if (size === 'phone') await page.getByRole('button', { name: 'More' }).first().click()
    await page.getByRole(size === 'phone' ? 'menuitem' : 'button', { name: 'Which piles run what' }).click()
    await page.getByRole('dialog').getByRole('link', { name: /pile/ }).first().click()
    await page.waitForURL(/firmware_version=/)
    await desk.leave()
  },
)
