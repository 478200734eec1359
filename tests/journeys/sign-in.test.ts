import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeUser, next } from '../make.ts'
import type { TestServer } from '../setup/server.ts'
import { sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  server = await startJourney()
})
afterAll(() => server.stop())

/** The code in the newest message to a number or a mail address. */
async function codeSentTo(recipient: string): Promise<string> {
  const { words } = await server.db
    .selectFrom('message')
    .select('words')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return String((words as { code?: string }).code)
}

async function enter(page: Page, name: string, password: string) {
  await page.getByLabel('User name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** What a camera reads off the screen, as soon as it can. */
function readCode(page: Page): Promise<string> {
  return vi.waitFor(
    async () => {
      const picture = await page.getByRole('img', { name: 'QR code to sign in' }).screenshot()
      const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
      if (!read) throw new Error('the camera reads no code')
      return read
    },
    { timeout: 60_000 },
  )
}

const welcomed = (page: Page) => page.getByRole('navigation').first().waitFor()

async function openScreen() {
  const screen = await sitDown(server, { person: null })
  await screen.go('/login')
  await screen.page.getByRole('tab', { name: 'QR code' }).click()
  await screen.page.getByText('Scan this with the scanner').waitFor()
  return screen
}

test('who signs in before it is known whether a picture is asked for is let in once it is', async () => {
  const someone = await server.signIn({ permissions: ['dashboard.view'] })
  const desk = await sitDown(server, { person: null })
  const { page } = desk
  let answer = () => {}
  const pressed = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/pub\/captcha/, async (route) => {
    await pressed
    await route.continue()
  })
  await desk.go('/login')
  // While nobody knows, its characters are asked for.
  await page.getByRole('tabpanel').getByRole('textbox').nth(2).waitFor()
  await enter(page, someone.user_name, someone.password)
  answer()
  await welcomed(page)
  await desk.leave()
})

test('who registers sends the characters of the picture along', async () => {
  const guarded = await startJourney({ settings: { captcha: true } })
  const desk = await sitDown(guarded, { person: null })
  const { page } = desk
  await desk.go('/user_register')
  await page.getByLabel('I have read the platform agreement').check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Mobile number or email').fill('someone@example.com')
  await page.getByRole('img', { name: /^Picture with the characters/ }).waitFor()
  await page.getByLabel('Verification code', { exact: true }).fill('abcd')
  const asked = page.waitForRequest(/send_code/)
  await page.getByRole('button', { name: 'Send code' }).click()
  expect((await asked).postDataJSON()).toMatchObject({ captcha_id: expect.stringMatching(/./), code: 'abcd' })
  await desk.leave()
  await guarded.stop()
})

test('a telephone that is signed in lets a screen in', async () => {
  const screen = await openScreen()
  const telephone = await sitDown(server, { size: 'phone' })
  await telephone.go('/me')
  await telephone.page.getByRole('button', { name: 'Scan' }).click()
  await telephone.page.getByLabel('Number or code').fill(await readCode(screen.page))
  await telephone.page.getByRole('button', { name: 'Open', exact: true }).click()
  await telephone.page.getByRole('heading', { name: 'Sign in on a screen' }).waitFor()
  await telephone.page.getByText(/Chrome \d+ on/).waitFor()
  await telephone.page.getByText('127.0.0.1').waitFor()
  await screen.page.getByText('Scanned. Now confirm on the telephone.').waitFor()
  await telephone.page.getByRole('button', { name: 'Sign in there' }).click()
  await telephone.page.getByText('The screen is signed in.').waitFor()
  await welcomed(screen.page)
  await telephone.leave()
  await screen.leave()
})

test('a screen that is refused shows so, and has another code on request', async () => {
  const screen = await openScreen()
  const first = await readCode(screen.page)
  const telephone = await sitDown(server, { size: 'phone' })
  await telephone.go(new URL(first).pathname)
  await telephone.page.getByRole('button', { name: 'Refuse' }).click()
  await screen.page.getByText('It was refused on the telephone.').waitFor()
  await screen.page.getByRole('button', { name: 'New code' }).click()
  await screen.page.getByText('Scan this with the scanner').waitFor()
  expect(await readCode(screen.page)).not.toBe(first)
  await telephone.go(new URL(first).pathname)
  await telephone.page.getByText('This code is not valid any more.').waitFor()
  await telephone.leave()
  await screen.leave()
})

test('someone registers, is approved by an administrator and signs in', async () => {
  const desk = await sitDown(server, { person: null, size: 'phone' })
  const { page } = desk
  const [user_name, mail] = [`chenyu${next()}`, `chen${next()}@example.com`]
  await desk.go('/login')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Please agree to the platform agreement.').waitFor()
  await page.getByLabel('I have read the platform agreement').check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Your name').fill('Chen Yu')
  await page.goBack()
  await page.getByLabel('I have read the platform agreement').check()
  await page.getByRole('button', { name: 'Next' }).click()
  expect(await page.getByLabel('Your name').inputValue(), 'going back keeps what was typed').toBe('Chen Yu')
  await page.getByLabel('User name').fill(user_name)
  await page.getByLabel('Mobile number or email').fill(mail)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: /Again in \d+ s/ }).waitFor()
  await page.getByLabel('Code from the message').fill(await codeSentTo(mail))
  await page.getByLabel('Password', { exact: true }).fill('charge deck 1')
  await page.getByLabel('Password again').fill('charge deck 2')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText('Entered passwords differ').waitFor()
  await page.getByLabel('Password again').fill('charge deck 1')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByText(`The account ${user_name} is registered.`).waitFor()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await enter(page, user_name, 'charge deck 1')
  await page.getByText('This account is not verified yet.').waitFor()

  const { id } = await server.db
    .selectFrom('users')
    .select('id')
    .where('user_name', '=', user_name)
    .executeTakeFirstOrThrow()
  const { role_id } = await server.signIn({ permissions: ['*'] })
  await server.db.insertInto('user_role').values({ user_id: id, role_id }).execute()
  expect((await server.call('/system/user/approve', { id })).code).toBe(200)
  await enter(page, user_name, 'charge deck 1')
  await welcomed(page)
  await desk.leave()
})

test('a forgotten password is set anew by a code, and signs in by SMS work as well', async () => {
  const phone = `137${String(next()).padStart(8, '0')}`
  const { id, user_name } = await makeUser(server.db, { permissions: ['*'] })
  await server.db.updateTable('users').set({ phone }).where('id', '=', id).execute()
  const desk = await sitDown(server, { person: null })
  const { page } = desk
  await desk.go('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Account, mobile number or email').fill(user_name)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText('If that is known here').first().waitFor()
  await page.getByLabel('Code from the message').fill(await codeSentTo(phone))
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('New password').fill('brand new 7')
  await page.getByLabel('Password again').fill('brand new 7')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('every sign-in of the account has ended').waitFor()
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await enter(page, user_name, 'brand new 7')
  await welcomed(page)

  await desk.go('/login')
  await page.getByRole('tab', { name: 'Mobile' }).click()
  await page.getByLabel('Mobile number').fill(phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByRole('button', { name: /Again in/ }).waitFor()
  await page.getByLabel('SMS code').fill(await codeSentTo(phone))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await welcomed(page)
  await desk.leave()
})

test('too many wrong passwords count down to the next try', async () => {
  const { user_name, password } = await makeUser(server.db, { permissions: ['*'] })
  const desk = await sitDown(server, { person: null })
  const { page } = desk
  await desk.go('/login')
  for (let guess = 0; guess < 5; guess++) {
    await enter(page, user_name, `wrong ${guess}`)
    await page.getByText('User name or password is wrong.').waitFor()
  }
  await enter(page, user_name, password)
  await page.getByRole('button', { name: /Try again in 0:0\d/ }).waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await welcomed(page)
  await desk.leave()
})

test('a sign-in is ended from another browser, which is then out; what was entered there waits for its person', async () => {
  const person = await server.signIn({ permissions: ['*'] })
  const { user_name: username, password } = person
  const again = await server.call('/system/login', { username, password }, { as: null })
  const [mine, other] = [await sitDown(server, { person }), await sitDown(server, { person: again.data })]
  await other.go('/operationManagement/merchant/create')
  await other.page.getByLabel(/^Name/).fill('Half done Ltd')
  await mine.go('/usercenter')
  const sessions = mine.page.getByRole('list').filter({ hasText: 'This one' })
  await sessions.waitFor()
  expect(await sessions.getByRole('listitem').count()).toBe(2)
  await sessions.getByRole('button', { name: 'End', exact: true }).click()
  await mine.page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
  await sessions.getByRole('listitem').nth(1).waitFor({ state: 'detached' })
  await other.page.waitForURL(/\/login/)
  await enter(other.page, username, password)
  await other.page.getByText('Your unfinished entries are back.').waitFor()
  expect(await other.page.getByLabel(/^Name/).inputValue()).toBe('Half done Ltd')
  await mine.leave()
  await other.leave()
})
