import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePile, makePileType, next } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { virtualPiles } from '../setup/virtual-piles.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer
const startPile = virtualPiles()
beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** A pile that speaks, of a type of its own. */
async function arranged() {
  const type = await makePileType(server.db)
  const { id, station_number: station } = await makePile(server.db, { pile_type_id: type.id })
  const pile = startPile(server, { station })
  await expect.poll(() => pile.online).toBe(true)
  return { id, station, type, page: `/device/chargingPoint/${id}` }
}

const standOf = async (id: number) =>
  (await server.db.selectFrom('pile').select('configuration').where('id', '=', id).executeTakeFirstOrThrow())
    .configuration

test('an engineer says what a type should be configured as, sees the pile that differs, and brings it there', async () => {
  const { id, station, type } = await arranged()
  const name = `Template ${next()}`
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/engineering/configurationTemplate/create')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('combobox', { name: 'Pile type' }).click()
  await page.getByRole('option', { name: type.name }).click()
  await dialog.getByRole('button', { name: 'Add a key' }).click()
  await dialog.getByRole('combobox', { name: 'Key' }).fill('HeartbeatInterval')
  await dialog.getByLabel('Value of HeartbeatInterval').fill('often')
  await dialog.getByRole('alert').getByText('Enter a whole number').waitFor()
  await dialog.getByLabel('Value of HeartbeatInterval').fill('77')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await server.call('/system/device/read_settings', { id })
  await expect.poll(() => standOf(id)).toBe('differs')
  await page.getByText(name).first().click()
  await page.getByText('1 pile differs').waitFor()
  await page.getByRole('link', { name: station }).click()
  await page.getByRole('row').filter({ hasText: 'HeartbeatInterval' }).getByText('Differs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Bring to template' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => standOf(id)).toBe('same')
  await page.getByText('1 of 1 done').waitFor()
  await desk.leave()
})

test('a call is filled in as a form, what is missing is said at its field, and it is used again', async () => {
  const { page: path } = await arranged()
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(`${path}?tab=commands`)
  const action = page.getByRole('combobox', { name: 'Action' })
  await action.fill('ChangeConfiguration')
  const key = page.getByRole('textbox', { name: 'key', exact: true })
  await key.waitFor()
  await page.getByRole('button', { name: 'Start over' }).click()
  const send = page.getByRole('button', { name: 'Send', exact: true }).last()
  // The list of commands above keeps each answer folded.
  const answer = (status: string) => page.getByText(`"status": "${status}"`).filter({ visible: true })
  await send.click()
  await page.getByText('Needed.').first().waitFor()
  await key.fill('HeartbeatInterval')
  await page.getByRole('textbox', { name: 'value', exact: true }).fill('66')
  await send.click()
  await answer('Accepted').waitFor()
  await key.fill('SecurityProfile')
  await page.getByRole('textbox', { name: 'value', exact: true }).fill('2')
  await send.click()
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await question.getByText('the pile is asked first what it has').waitFor()
  await question.getByRole('button', { name: 'Send it all the same' }).click()
  await answer('Rejected').waitFor()
  await key.fill('HeartbeatInterval')
  await page.getByRole('textbox', { name: 'value', exact: true }).fill('67')
  await send.click()
  await answer('Accepted').waitFor()
  await action.fill('GetConfiguration')
  await page.getByText('Earlier calls').click()
  await page.getByRole('button', { name: 'Use ChangeConfiguration again' }).first().click()
  await expect.poll(() => key.inputValue()).toBe('HeartbeatInterval')
  await desk.leave()
})
