import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeUser } from '../make.ts'
import { App, holdClock, nextCodes } from '../setup/second-step.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'

let server: TestServer

beforeAll(async () => {
  const started = await startJourney()
  // Browsers offer passkeys on localhost without TLS, and on no bare address.
  server = { ...started, url: started.url.replace('127.0.0.1', 'localhost') }
  holdClock()
})
afterAll(async () => {
  vi.useRealTimers()
  await server.stop()
})
afterEach(async () => {
  await server.db.deleteFrom('sign_in_attempt').execute()
})

interface Someone {
  id: number
  user_name: string
  password: string
  role_id: number
}

async function someone(): Promise<Someone> {
  const user = await makeUser(server.db, { permissions: ['*'] })
  await server.db
    .updateTable('users')
    .set({ email: `${user.user_name}@example.com` })
    .where('id', '=', user.id)
    .execute()
  return user
}

async function firstStep(page: Page, { user_name, password }: Someone) {
  await page.getByLabel('User name').fill(user_name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const welcomed = (page: Page) => page.getByRole('navigation').first().waitFor()
const toSignIn = async (desk: Desk) => {
  await desk.go('/login')
  await desk.page.getByLabel('User name').waitFor()
}
const centre = async (desk: Desk) => {
  await desk.go('/usercenter')
  await desk.page.getByText('Recovery codes').or(desk.page.getByText('A second step keeps')).first().waitFor()
}

/** Sets the app up on the page that offers it; gives the app and the recovery codes. */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const secret = (await page.locator('[data-secret]').innerText()).replace(/\s/g, '')
  const app = new App(secret)
  await page.getByLabel('Code that the app shows').fill(app.wrong())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('This code is wrong, or was used already.').waitFor()
  await page.getByLabel('Code that the app shows').fill(app.code())
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('They are shown this once.').waitFor()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  nextCodes()
  return { app, codes }
}

test('someone sets up an app on a telephone, signs in with its code, and with each recovery code once', async () => {
  const person = await someone()
  const desk = await sitDown(server, { person: null, size: 'phone' })
  const { page } = desk
  await toSignIn(desk)
  await firstStep(page, person)
  await welcomed(page)
  await centre(desk)
  const { app, codes } = await setUpApp(page)
  await page.getByText('10 are still good').waitFor()

  await toSignIn(desk)
  await firstStep(page, person)
  await page.getByRole('heading', { name: 'The second step' }).waitFor()
  await page.getByLabel('Code of your authenticator app').fill(app.wrong())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('This code is wrong, or was used already.').waitFor()
  await page.getByLabel('Code of your authenticator app').fill(app.code())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await welcomed(page)

  const [code = ''] = codes
  const recover = async () => {
    await toSignIn(desk)
    await firstStep(page, person)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code.toLowerCase())
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  }
  await recover()
  await welcomed(page)
  await recover()
  await page.getByText('This code is wrong, or was used already.').waitFor()
  await desk.leave()
})

/** A browser with an authenticator of its own, as Chromium makes it for tests. */
async function withAuthenticator(desk: Desk) {
  const cdp = await desk.context.newCDPSession(desk.page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    verifies: (isUserVerified: boolean) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** What a copy of the passkey would do: its counter starts again from before. */
    async rewind() {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
      for (const credential of credentials) {
        await cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential.credentialId })
        await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential, signCount: 0 } })
      }
    },
  }
}

async function withPasskey() {
  const person = await someone()
  const desk = await sitDown(server, { person: null })
  const authenticator = await withAuthenticator(desk)
  const { page } = desk
  await toSignIn(desk)
  await firstStep(page, person)
  await welcomed(page)
  await centre(desk)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Office laptop')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('list', { name: 'Passkeys' }).getByText('Office laptop').waitFor()
  return { person, desk, page, authenticator }
}

const bySelf = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()
const toldOf = async ({ id }: Someone) =>
  (await server.db.selectFrom('message').select('template').where('user_id', '=', id).orderBy('id').execute()).map(
    ({ template }) => template,
  )

test('a passkey takes the second step, signs in by itself, and is refused once it was removed', async () => {
  const { person, desk, page } = await withPasskey()
  await toSignIn(desk)
  await firstStep(page, person)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await welcomed(page)

  await toSignIn(desk)
  await bySelf(page)
  await welcomed(page)

  await centre(desk)
  await page.getByRole('button', { name: 'Remove Office laptop?' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).last().click()
  await page.getByText('The passkey was removed.').waitFor()
  await toSignIn(desk)
  await bySelf(page)
  await page.getByText('This passkey was not accepted.').waitFor()
  await firstStep(page, person)
  await welcomed(page)
  expect(await toldOf(person)).toEqual(['passkey_added', 'passkey_removed'])
  await desk.leave()
})

test('a passkey that does not check who holds it signs nobody in', async () => {
  const { desk, page, authenticator } = await withPasskey()
  await authenticator.verifies(false)
  await toSignIn(desk)
  await bySelf(page)
  await page.getByText('No passkey was used. Please try again.').waitFor()
  await authenticator.verifies(true)
  await bySelf(page)
  await welcomed(page)
  await desk.leave()
})

test('a passkey whose counter goes backwards is refused, and its person told', async () => {
  const { person, desk, page, authenticator } = await withPasskey()
  for (let at = 0; at < 2; at++) {
    await toSignIn(desk)
    await bySelf(page)
    await welcomed(page)
  }
  await authenticator.rewind()
  await toSignIn(desk)
  await bySelf(page)
  await page.getByText('A copy of this passkey is in use').waitFor()
  expect(await toldOf(person)).toEqual(['passkey_added', 'passkey_copied'])
  await desk.leave()
})

test('anyone who has a role that asks for two steps sets one up before anything else', async () => {
  const person = await someone()
  await server.db.updateTable('role').set({ second_factor: true }).where('id', '=', person.role_id).execute()
  const desk = await sitDown(server, { person: null, size: 'phone' })
  const { page } = desk
  await desk.go('/login?to=%2Fme')
  await firstStep(page, person)
  await page.getByText('Set up an authenticator app or a passkey, then go on.').waitFor()
  await desk.go('/me')
  await page.getByText('Set up an authenticator app or a passkey, then go on.').waitFor()
  expect(await page.getByRole('button', { name: 'Go on to the console' }).isDisabled()).toBe(true)
  await setUpApp(page)
  await page.getByRole('button', { name: 'Go on to the console' }).click()
  await welcomed(page)
  await desk.leave()
})
