import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCard, makePile, makePileType, makeSite } from '../make.ts'
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

/** A pile that keeps a list, and one that takes none. */
async function arranged() {
  const site = await makeSite(server.db)
  const { id: pile_type_id } = await makePileType(server.db, { keeps_card_list: true })
  const card = await makeCard(server.db)
  const all = []
  for (const word of [null, 'Failed']) {
    const { id, station_number: station } = await makePile(server.db, { site_id: site.id, pile_type_id })
    const pile = startPile(server, { station })
    if (word) pile.wrong.answers.set('SendLocalList', word)
    all.push({ id, pile, station })
  }
  const [good, bad] = all as [(typeof all)[number], (typeof all)[number]]
  const stateOf = async (id: number) =>
    (await server.db.selectFrom('card_list').select('state').where('pile_id', '=', id).executeTakeFirst())?.state
  await expect.poll(() => stateOf(good.id)).toBe('in_step')
  await expect.poll(() => stateOf(bad.id)).toBe('failed')
  return { good, bad, card }
}

const LISTS = '/engineering/cardList'

test('an engineer finds the piles that are not in step, and sends one its whole list', async () => {
  const { good, bad, card } = await arranged()
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(`${LISTS}?state=failed`)
  await page.getByText(bad.station).first().waitFor()
  expect(await page.getByText(good.station).count()).toBe(0)
  bad.pile.wrong.answers.clear()
  const path = `/device/chargingPoint/${bad.id}?tab=card_list`
  await desk.go(path)
  await page.getByText('The pile failed to take it: Failed').waitFor()
  await page.getByRole('button', { name: 'Send the whole list now' }).click()
  await page.getByText('The pile has exactly the cards that may charge here.').waitFor()
  expect(Object.keys(bad.pile.memory.local_list.tags)).toContain(card.number.toUpperCase())
  expect(await findingsOn(desk, [LISTS, path])).toEqual({})
  await desk.leave()
})

test('on a phone the same is said of a pile, and sent', async () => {
  const { good } = await arranged()
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  const path = `/device/chargingPoint/${good.id}?tab=card_list`
  await desk.go(path)
  await page.getByText('The pile has exactly the cards that may charge here.').waitFor()
  const version = good.pile.memory.local_list.version
  await page.getByRole('button', { name: 'Send the whole list now' }).click()
  await expect.poll(() => good.pile.memory.local_list.version).toBeGreaterThan(version)
  expect(await findingsOn(desk, [LISTS, path])).toEqual({})
  await desk.leave()
})
