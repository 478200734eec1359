import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { login } from '../../src/shared/endpoints/auth.ts'
import { makePile, makeSite } from '../make.ts'
import type { SignedIn, TestServer } from '../setup/server.ts'
import { add, choose, enter, save } from './by-hand.ts'
import { type Desk, sitDown, startJourney, turnTo } from './console.ts'

let server: TestServer
let office: Desk

beforeAll(async () => {
  server = await startJourney()
  office = await sitDown(server)
})
afterAll(async () => {
  await office?.leave()
  await server?.stop()
})

const PASSWORD = 'Charging-2026'
const DEPARTMENT = 'Shanghai service'

const ROLES = {
  'Shift technician': ['Devices', 'Alarms'],
  Cashier: ['Orders'],
  Onlooker: ['Sites'],
}
type RoleName = keyof typeof ROLES

const PEOPLE: readonly [account: string, role: RoleName, size: 'desktop' | 'phone'][] = [
  ['li.wei', 'Shift technician', 'phone'],
  ['wang.fang', 'Shift technician', 'desktop'],
  ['chen.yu', 'Cashier', 'desktop'],
  ['zhao.min', 'Cashier', 'phone'],
  ['liu.yang', 'Onlooker', 'phone'],
]

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

/** Makes a role in its form: pages to be seen, and of one page a button more. */
async function makeRole(page: Page, name: RoleName, button?: { of: string; word: string }) {
  await turnTo(page, '/setting/role')
  await page.getByRole('link', { name: 'Add role' }).click()
  await enter(page, 'Name', name)
  for (const entry of ROLES[name]) {
    await box(page, entry).check()
    const alone = page.getByRole('button', { name: `See only: ${entry}` })
    await alone.click()
  }
  if (button) {
    await page.getByRole('button', { name: `Show what lies in ${button.of}`, exact: true }).click()
    await box(page, button.word).check()
  }
  await choose(page, 'Records', 'Own department')
  await save(page)
}

async function makePerson(page: Page, account: string, role: RoleName) {
  await turnTo(page, '/setting/user')
  await page.getByRole('link', { name: 'Add user' }).first().click()
  const form = page.getByRole('dialog')
  await enter(page, 'Account', account)
  await enter(page, 'Name', account)
  await choose(page, 'Roles', role)
  await choose(page, 'Department', DEPARTMENT)
  await form.getByLabel(/^Password(?!, once)/).fill(PASSWORD)
  await form.getByLabel(/^Password, once more/).fill(PASSWORD)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  await form.waitFor({ state: 'detached' })
}

/** Signs in as someone at a desk of their own. */
async function arrive(account: string, size: 'desktop' | 'phone'): Promise<Desk> {
  const answer = await server.call(login, { username: account, password: PASSWORD }, { as: null })
  expect(answer.code).toBe(200)
  const person = { ...answer.data, user_name: account, password: PASSWORD } as unknown as SignedIn
  return sitDown(server, { person, size })
}

/** What everybody has, whatever their menu holds. */
const EVERYBODYS = ['/usercenter', '/todo']

/** The pages that someone's navigation leads to: beside the page, on a phone under “Me”. */
async function pagesOf(desk: Desk, size: 'desktop' | 'phone'): Promise<string[]> {
  const { page } = desk
  await desk.go(size === 'phone' ? '/me' : '/')
  const menu = size === 'phone' ? page.locator('main section') : page.getByRole('navigation', { name: 'Menu' })
  const links = size === 'phone' ? menu.getByRole('link') : menu.getByRole('listitem').getByRole('link')
  await links.first().waitFor()
  const found = await links.evaluateAll((all) => all.map((link) => [link.textContent ?? '', link.getAttribute('href')]))
  return found.filter(([, href]) => !EVERYBODYS.includes(href ?? '')).map(([text]) => text?.trim() ?? '')
}

test('an administrator sets up a department, three roles and five people', async () => {
  const { page } = office
  await office.go('/setting/dept')
  await add(page, '/setting/dept', 'Add department', { Name: DEPARTMENT })
  await page.getByRole('link', { name: DEPARTMENT }).waitFor()

  await makeRole(page, 'Shift technician', { of: 'Devices', word: 'Reset' })
  await makeRole(page, 'Cashier', { of: 'Orders', word: 'Export' })
  await makeRole(page, 'Onlooker')
  for (const [account, role] of PEOPLE) await makePerson(page, account, role)

  await turnTo(page, '/setting/dept')
  await page.getByRole('link', { name: '5 people' }).click()
  await page.getByText('li.wei').first().waitFor()
  await expect.poll(() => page.getByRole('row').filter({ hasText: DEPARTMENT }).count()).toBe(5)
})

test('each of them finds their pages and no others, on a phone and at a desk', async () => {
  const dept = await server.db.selectFrom('dept').select('id').where('name', '=', DEPARTMENT).executeTakeFirstOrThrow()
  const own = await makeSite(server.db, { name: 'Lujiazui', dept_id: dept.id })
  await makePile(server.db, { site_id: own.id, station_number: 'SH-OWN-1' })
  const other = await makeSite(server.db, { name: 'Shekou' })
  await makePile(server.db, { site_id: other.id, station_number: 'SZ-OTHER-1' })
  for (const [account, role, size] of PEOPLE) {
    const desk = await arrive(account, size)
    // On a phone who sees piles walks round their sites as well.
    const walks = size === 'phone' && role === 'Shift technician' ? ['Site walk'] : []
    expect((await pagesOf(desk, size)).sort(), account).toEqual([...ROLES[role], ...walks].sort())
    await desk.go('/setting/user')
    await desk.page.getByRole('heading', { name: 'No permission or page cannot be found' }).waitFor()
    await desk.leave()
  }
})

/** Holds a thing with the mouse and lets it go over another one, so far down its height. */
async function drag(page: Page, held: Locator, { onto, part }: { onto: Locator; part: number }) {
  await held.scrollIntoViewIfNeeded()
  await held.hover()
  await page.mouse.down()
  const box = await onto.boundingBox()
  if (!box) throw new Error('there is nothing to let it go over')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height * part, { steps: 8 })
  await onto.and(page.locator('[data-over]')).waitFor()
  await page.mouse.up()
}

test('an entry of the menu goes by its grip where the mouse lets it go', async () => {
  const { db } = server
  const link = { name: 'handbook', type: 'link', titles: { en: 'Handbook' }, url: 'https://docs.example.com/' }
  const { data: own } = await server.call('/system/menu/add', link)
  const { page } = office
  await turnTo(page, '/setting/menu')
  const row = (id: number) => page.locator(`[data-branch="${id}"]`)
  const group = await db.selectFrom('menu').selectAll().where('name', '=', 'operate').executeTakeFirstOrThrow()
  const grip = row(own.id).getByRole('button', { name: 'Move Handbook' })
  await drag(page, grip, { onto: row(group.id), part: 0.5 })
  await page.getByText('Moved. The navigation shows it after a refresh.').waitFor()
  const { parent_id } = await db.selectFrom('menu').selectAll().where('id', '=', own.id).executeTakeFirstOrThrow()
  expect(parent_id).toBe(group.id)
})

test('a technician reaches the piles of the own department alone, and has the one button that was given', async () => {
  const desk = await arrive('wang.fang', 'desktop')
  await desk.go('/device/chargingPoint')
  await desk.page.getByText('SH-OWN-1').first().waitFor()
  expect(await desk.page.getByText('SZ-OTHER-1').count()).toBe(0)
  expect(await desk.page.getByRole('link', { name: /^Add/ }).count()).toBe(0)
  expect(await desk.page.getByRole('button', { name: 'Export' }).count()).toBe(0)
  await desk.leave()
})

test('a right that is given while someone works is theirs at once; the navigation says that it changed', async () => {
  const cashier = await arrive('chen.yu', 'desktop')
  await cashier.go('/operationManagement/order')
  await cashier.page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await cashier.page.getByRole('status').filter({ hasText: 'has changed' }).waitFor({ state: 'detached' })

  const { page } = office
  await turnTo(page, '/setting/role')
  const row = page.getByRole('listitem').filter({ hasText: 'Cashier' })
  await row.getByRole('button', { name: 'Permissions' }).click()
  await page.getByText('2 people have this role').waitFor()
  await box(page, 'Refunds').check()
  await save(page, /^Save \d+ changes?$/)

  await cashier.page.getByText('What you may do, or the menu, has changed.').waitFor()
  expect(await cashier.page.getByRole('link', { name: 'Refunds' }).count(), 'only a refresh changes the menu').toBe(0)
  await cashier.page.getByRole('button', { name: 'Refresh', exact: true }).last().click()
  await cashier.page.getByRole('link', { name: 'Refunds' }).waitFor()
  await cashier.leave()
})

test('what one person may do says where it comes from, and a password is shown once', async () => {
  const { page } = office
  await turnTo(page, '/setting/user')
  await page.getByRole('link', { name: 'liu.yang' }).first().click()
  const rights = page.locator('section').filter({ hasText: 'Effective rights' })
  await rights.getByText('from Onlooker').waitFor()
  await page.getByRole('button', { name: 'Reset password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click()
  const made = await page.getByRole('textbox', { name: 'New password' }).inputValue()
  await page.getByRole('button', { name: 'I have kept it' }).click()
  const again = (password: string) => server.call(login, { username: 'liu.yang', password }, { as: null })
  expect((await again(made)).code).toBe(200)
  expect((await again(PASSWORD)).code).not.toBe(200)
})
