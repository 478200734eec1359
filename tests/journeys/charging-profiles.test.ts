import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePile, makePileType, makeSite, next } from '../make.ts'
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

/** A site with a pile that speaks, and a profile for it from midnight there on. The browser is in Shanghai. */
async function arranged({ zone = 'Asia/Shanghai', midnight = '2026-11-01T16:00:00.000Z' } = {}) {
  const site = await makeSite(server.db, { time_zone: zone })
  const type = await makePileType(server.db, { rated_power_w: 7040, current_mode: 'ac', guns: 1 })
  const { station_number: station } = await makePile(server.db, { site_id: site.id, pile_type_id: type.id })
  const pile = startPile(server, { station })
  const { data } = await server.call('/system/charging_profile/add', {
    ...{ name: `Evening ${next()}`, site_id: site.id, charging_profile_kind: 'recurring', recurrency_kind: 'daily' },
    ...{ start_schedule: midnight, duration: 86_400, stack_level: 1 },
    periods: [
      { start: 0, limit: 6000, phases: null },
      { start: 64_800, limit: 3000, phases: null },
    ],
  })
  await expect.poll(() => pile.online).toBe(true)
  return { pile, site, id: data.id as number, path: `/engineering/chargingProfile/${data.id}` }
}

const periodsOf = async (id: number) =>
  (await server.db.selectFrom('charging_profile').select('periods').where('id', '=', id).executeTakeFirstOrThrow())
    .periods

test('an engineer draws a limit, pushes it, and the pile agrees with what should result', async () => {
  const { pile, id, path } = await arranged()
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(path)
  const level = page.getByRole('slider', { name: 'Limit from 18:00' })
  await level.press('ArrowDown')
  await expect.poll(() => level.getAttribute('aria-valuetext')).toMatch(/^2\.5/)
  await level.press('Shift+ArrowDown')
  await expect.poll(() => level.getAttribute('aria-valuetext')).toMatch(/^0\.5/)
  const edge = page.getByRole('slider', { name: 'Change at 18:00' })
  // Held once it stands still.
  await edge.hover()
  const box = await edge.boundingBox()
  if (!box) throw new Error('the schedule has no edge')
  const chart = await page.getByRole('img', { name: 'Limit over the time' }).boundingBox()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 - (chart?.width ?? 0) / 24, box.y, { steps: 4 })
  await page.mouse.up()
  await page.getByRole('slider', { name: 'Change at 17:00' }).waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => periodsOf(id)).toMatchObject([{ limit: 6000 }, { start: 61_200, limit: 500 }])

  await page.getByRole('button', { name: 'Push…', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Push', exact: true }).click()
  await page.getByText('Pushed as it is').waitFor()
  await expect.poll(() => pile.memory.profiles.map(({ profile }) => profile.chargingProfileId)).toEqual([id])
  await page.getByText('decides for 24 h today').waitFor()
  await page.getByRole('button', { name: 'Ask the pile' }).click()
  await page.getByText('The pile agrees').waitFor()
  pile.memory.profiles.splice(0)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await page.getByText('The pile differs').waitFor()
  await page
    .getByText(/the pile says 7\.0\skW, ours is (6|0\.5)\skW/)
    .first()
    .waitFor()
  // What was saved is where the next change begins.
  await page.getByRole('slider', { name: 'Limit from 00:00' }).press('ArrowUp')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Changed since the last push').waitFor()
  expect(await periodsOf(id)).toMatchObject([{ limit: 6500 }, { limit: 500 }])
  expect(await findingsOn(desk, [path])).toEqual({})
  await desk.leave()
})

test('a step is typed beside its level, in amperes, and what is drawn is saved and pushed at once', async () => {
  const { pile, id, path } = await arranged()
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go(path)
  await page.getByRole('slider', { name: 'Limit from 18:00' }).click()
  // Beside the level, not among the rows of steps.
  const beside = page.locator('fieldset[popover]')
  await beside.getByRole('textbox', { name: 'Limit' }).fill('3.45')
  await beside.getByRole('textbox', { name: 'Begins at' }).fill('17:30')
  await page.keyboard.press('Escape')
  await expect.poll(() => beside.count()).toBe(0)
  const unit = page.getByRole('radiogroup', { name: 'Unit' })
  const level = page.getByRole('slider', { name: 'Limit from 17:30' })
  await unit.getByText('A', { exact: true }).click()
  await expect.poll(() => level.getAttribute('aria-valuetext')).toMatch(/^5\sA/)
  await unit.getByText('kW', { exact: true }).click()
  await expect.poll(() => level.getAttribute('aria-valuetext')).toMatch(/^3\.5\skW/)
  // There and back are the very figures: 3.45 kW is no 3.5.
  const step = page.getByRole('group', { name: 'Step 2' })
  await expect.poll(() => step.getByRole('textbox', { name: 'Limit' }).inputValue()).toBe('3.45')
  await unit.getByText('A', { exact: true }).click()
  const shown = page.getByRole('radiogroup', { name: 'Shown' })
  await shown.getByText('Week').click()
  await page.getByText('It repeats each day.').waitFor()
  expect(await level.count()).toBe(0)
  await shown.getByText('Day').click()
  await page.getByRole('button', { name: 'Save and push…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Push', exact: true }).click()
  await expect
    .poll(() => pile.memory.profiles.map(({ profile }) => profile.chargingSchedule))
    .toMatchObject([
      {
        chargingRateUnit: 'A',
        chargingSchedulePeriod: [
          { startPeriod: 0, limit: 8.7 },
          { startPeriod: 63_000, limit: 5 },
        ],
      },
    ])
  expect(await periodsOf(id)).toMatchObject([{ limit: 8.7 }, { start: 63_000, limit: 5 }])
  await page.getByText('Pushed as it is').waitFor()
  expect(await findingsOn(desk, [path])).toEqual({})
  await desk.leave()
})

test('on a phone a step is typed, and what the standard forbids is said at it before it is sent', async () => {
  const { id, path } = await arranged()
  const desk = await sitDown(server, { size: 'phone' })
  const { page } = desk
  await desk.go(path)
  const step = page.getByRole('group', { name: 'Step 2' })
  await step.getByRole('textbox', { name: 'Begins at' }).fill('00:00')
  await step.getByText('Each step begins after the one before.').waitFor()
  await step.getByRole('textbox', { name: 'Begins at' }).fill('20:30')
  await step.getByRole('textbox', { name: 'Limit' }).fill('4.5')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => periodsOf(id)).toMatchObject([{ limit: 6000 }, { start: 73_800, limit: 4500 }])
  expect(await findingsOn(desk, [path])).toEqual({})
  await desk.leave()
})

test.each([
  ['desktop', 'en', { push: 'Push…', both: 'Save and push…', level: 'Limit from 18:00', go: 'Push' }],
  ['desktop', 'zh-CN', { push: '下发…', both: '保存并下发…', level: '18:00 起的限值', go: '下发' }],
  ['phone', 'en', { push: 'Push…', both: 'Save and push…', level: 'Limit from 18:00', go: 'Push' }],
  ['phone', 'zh-CN', { push: '下发…', both: '保存并下发…', level: '18:00 起的限值', go: '下发' }],
] as const)('on a %s in %s what is saved is pushed beside Save', async (size, language, words) => {
  const { pile, id, path } = await arranged()
  const desk = await sitDown(server, { size, language })
  const { page } = desk
  await desk.go(path)
  // Not the page's own action, which stays above it on a wide screen and in the menu on a phone.
  const push = page.locator('form').getByRole('button', { name: words.push, exact: true })
  const both = page.getByRole('button', { name: words.both })
  await push.waitFor()
  expect(await both.count()).toBe(0)
  // What is changed is saved with it, and what is taken back is as it was.
  await page.getByRole('slider', { name: words.level }).press('ArrowDown')
  await both.waitFor()
  expect(await push.count()).toBe(0)
  await page.getByRole('slider', { name: words.level }).press('ArrowUp')
  await push.click()
  await page.getByRole('dialog').getByRole('button', { name: words.go, exact: true }).click()
  await expect.poll(() => pile.memory.profiles.map(({ profile }) => profile.chargingProfileId)).toEqual([id])
  await desk.leave()
})

test.each(['desktop', 'phone'] as const)(
  'on a %s the profile of a site in another zone is drawn and typed by its clock',
  async (size) => {
    const { pile, id, path } = await arranged({ zone: 'Asia/Tokyo', midnight: '2026-11-01T15:00:00.000Z' })
    const desk = await sitDown(server, { size })
    const { page } = desk
    await desk.go(path)
    await page.getByText('Site time: Asia/Tokyo (UTC+9)').first().waitFor()
    await page.getByRole('slider', { name: 'Limit from 18:00' }).waitFor()
    const step = page.getByRole('group', { name: 'Step 2' })
    await step.getByRole('textbox', { name: 'Begins at' }).fill('17:30')
    const starts = page.getByRole('textbox', { name: 'Starts at' })
    await expect.poll(() => starts.inputValue()).toBe('02/11/2026 00:00')
    await starts.fill('03/11/2026 06:00')
    // The chart begins where the schedule does: what was at 17:30 is six hours later.
    await page.getByRole('slider', { name: 'Limit from 23:30' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const kept = () =>
      server.db
        .selectFrom('charging_profile')
        .select(['start_schedule', 'periods'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    await expect.poll(async () => (await kept()).periods.map(({ start }) => start)).toEqual([0, 63_000])
    expect(new Date((await kept()).start_schedule ?? '').toISOString()).toBe('2026-11-02T21:00:00.000Z')
    // What was kept is read again as it was typed, though the browser is in another zone.
    await page.reload()
    await expect.poll(() => starts.inputValue()).toBe('03/11/2026 06:00')
    await page.getByRole('slider', { name: 'Limit from 23:30' }).waitFor()
    expect(pile.online).toBe(true)
    expect(await findingsOn(desk, [path])).toEqual({})
    await desk.leave()
  },
)

test('a new profile begins at midnight of the site that is chosen, whatever was meant before', async () => {
  const { site } = await arranged({ zone: 'Asia/Tokyo', midnight: '2026-11-01T15:00:00.000Z' })
  const desk = await sitDown(server)
  const { page } = desk
  await desk.go('/engineering/chargingProfile/create')
  const form = page.getByRole('dialog')
  await form.getByText('Your time until a site is chosen: Asia/Shanghai (UTC+8)').first().waitFor()
  const starts = form.getByRole('textbox', { name: 'Starts at' })
  const typed = await starts.inputValue()
  expect(typed).toMatch(/ 00:00$/)
  await form.getByLabel('Site', { exact: false }).first().click()
  await page.keyboard.type(site.name)
  await page.getByRole('option', { name: site.name }).click()
  await form.getByText('Site time: Asia/Tokyo (UTC+9)').first().waitFor()
  await expect.poll(() => starts.inputValue()).toBe(typed)
  const name = `New in Tokyo ${next()}`
  await form.getByRole('textbox', { name: 'Name' }).fill(name)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  const started = async () =>
    (
      await server.db
        .selectFrom('charging_profile')
        .select('start_schedule')
        .where('name', '=', name)
        .executeTakeFirst()
    )?.start_schedule
  // Midnight in Tokyo is 15:00 of the day before.
  await expect.poll(started).toMatch(/T15:00:00/)
  await desk.leave()
})
