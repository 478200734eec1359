import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SsoSettings } from '../../src/server/auth/sso/settings.ts'
import { next } from '../make.ts'
import { type IdentityProvider, startIdentityProvider } from '../setup/identity-provider.ts'
import type { TestServer } from '../setup/server.ts'
import { type Desk, sitDown, startJourney } from './console.ts'

let server: TestServer
let idp: IdentityProvider
const settings: { -readonly [K in keyof SsoSettings]: SsoSettings[K] } = {
  ...{
    issuer: '',
    client: { id: '', secret: null },
    redirect_uri: '',
    name: 'Volt ID',
    scopes: 'openid profile email',
  },
  roles: { claim: 'roles', names: new Map([['chief', 'Administrator']]) },
  depts: { claim: 'department', names: new Map() },
  ...{ creates: true, localForAll: true },
}

beforeAll(async () => {
  server = await startJourney({ settings: { sso: settings } })
  settings.redirect_uri = `${server.url}/login/sso`
  idp = await startIdentityProvider(settings.redirect_uri)
  Object.assign(settings, { issuer: idp.issuer, client: idp.client })
  await server.db
    .insertInto('role')
    .values({ name: 'Administrator', permissions: ['*'], remark: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
})
afterAll(async () => {
  await server.stop()
  await idp.stop()
})

const button = ({ page }: Desk) => page.getByRole('button', { name: 'Sign in with Volt ID' })

/** The provider's own pages: who it is, then that the console may know. */
async function throughProvider({ page }: Desk, name: string) {
  await page.locator('input[name=login]').fill(name)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
  await page.getByText('Continue').click()
}

test.each(['desktop', 'phone'] as const)(
  'one button, the provider, and back to the page one wanted: %s',
  async (size) => {
    const name = `ann${next()}`
    idp.people.set(name, { name: 'Ann Li', preferred_username: name, roles: ['chief'] })
    const desk = await sitDown(server, { person: null, size })
    await desk.go('/login?to=%2Fmonitor%2Falarm')
    await button(desk).click()
    await throughProvider(desk, name)
    await expect.poll(() => new URL(desk.page.url()).pathname).toBe('/monitor/alarm')
    expect(desk.page.url()).not.toContain('code=')
    await desk.page
      .getByRole('heading', { name: /Alarms/ })
      .first()
      .waitFor()
    await desk.leave()
  },
)

test('anyone who is refused there, or comes back by someone’s link, is told and may try again', async () => {
  const desk = await sitDown(server, { person: null })
  await desk.go('/login/sso?error=access_denied&state=made-up')
  await desk.page.getByRole('alert').getByText('This sign-in is over. Please begin again.').waitFor()
  expect(new URL(desk.page.url()).pathname).toBe('/login')
  await expect.poll(() => button(desk).isEnabled()).toBe(true)
  await desk.page.context().close()
})
