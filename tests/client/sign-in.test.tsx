import { screen as shown, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readRefresh } from '../../src/client/kit/session/refresh.ts'
import { endSession, keepPerson } from '../../src/client/kit/session/session.ts'
import { dropTokens, readToken } from '../../src/client/kit/session/token.ts'
import { SignIn } from '../../src/client/sign-in/sign-in.tsx'
import { type Asked, asked, ok, type Screen, serve, speak, stage } from './stage.tsx'

const LOGIN = '/system/login'
const IMAGE = 'data:image/svg+xml;base64,PHN2Zy8+'
const signedIn = {
  token: 't-1',
  refresh_token: 'r-1',
  expires_in: 900,
  userInfo: { userId: 1, userName: 'admin', name: 'Admin', dashboard: '/dashboard', role: [] },
  permissions: ['*'],
}
let pictures = 0
const server =
  (
    login: (asked: Asked) => ReturnType<typeof ok> | { code: number; message: string; data: unknown },
    required = true,
  ) =>
  (one: Asked) => {
    if (one.path === '/pub/captcha') {
      pictures += 1
      return ok({ required, id: `c-${pictures}`, image: required ? IMAGE : '' })
    }
    return one.path === LOGIN ? login(one) : undefined
  }

beforeAll(() => speak())
beforeEach(() => {
  dropTokens()
  localStorage.clear()
  pictures = 0
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const type = (label: string, text: string) => user.type(shown.getByLabelText(label), text)
const submit = () => user.click(shown.getByRole('button', { name: 'Sign in' }))
const told = (label: string) =>
  document.getElementById(shown.getByLabelText(label).getAttribute('aria-describedby') ?? '')?.textContent

async function fill() {
  await shown.findByAltText('Picture with the characters of the verification code')
  await type('User name', 'admin')
  await type('Password', 'secret-1')
  await type('Verification code', 'k7Wp')
}

describe.each<Screen>(['wide', 'phone'])('signing in on a %s screen', (screen) => {
  test('sends the code of the picture that shows, and goes where one wanted to', async () => {
    const all = serve(server(() => ok(signedIn)))
    const { router } = stage(<SignIn />, { screen, path: '/login?to=%2Fdevice%2FchargingPoint%3Fpage%3D2' })
    await fill()
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/device/chargingPoint'))
    expect(router.state.location.search).toBe('?page=2')
    expect(asked(all, LOGIN)[0]?.body).toEqual({
      username: 'admin',
      password: 'secret-1',
      remember: false,
      captcha_id: 'c-1',
      code: 'k7Wp',
    })
    expect([readToken(), await readRefresh()]).toEqual(['t-1', { token: 'r-1', remember: false }])
  })

  test('what is missing stands at its field, and nothing is sent', async () => {
    const all = serve(server(() => ok(signedIn)))
    stage(<SignIn />, { screen, path: '/login' })
    await shown.findByAltText(/Picture/)
    await submit()
    expect(['User name', 'Password', 'Verification code'].map(told)).toEqual(Array(3).fill('Please fill this in.'))
    expect(document.activeElement).toBe(shown.getByLabelText('User name'))
    expect(asked(all, LOGIN)).toHaveLength(0)
  })
})

test('a refusal stands at its field, and a new picture comes: one is good for one try', async () => {
  serve(
    server(() => ({
      code: 422,
      message: 'Please check.',
      data: { errors: { code: 'Please enter the correct verification code！' } },
    })),
  )
  stage(<SignIn />, { path: '/login' })
  await fill()
  await submit()
  await waitFor(() => expect(told('Verification code')).toBe('Please enter the correct verification code！'))
  expect((shown.getByLabelText('Verification code') as HTMLInputElement).value).toBe('')
  await waitFor(() => expect(pictures).toBe(2))
})

test('another picture comes on request', async () => {
  serve(server(() => ok(signedIn)))
  stage(<SignIn />, { path: '/login' })
  await user.click(await shown.findByRole('button', { name: 'Another picture' }))
  await waitFor(() => expect(pictures).toBe(2))
})

test('without picture codes there is no field for one', async () => {
  const all = serve(server(() => ok(signedIn), false))
  stage(<SignIn />, { path: '/login' })
  await waitFor(() => expect(shown.queryByLabelText('Verification code')).toBeNull())
  await type('User name', 'admin')
  await type('Password', 'secret-1')
  await user.click(shown.getByLabelText('Remember me for 24 hours'))
  await submit()
  await waitFor(() =>
    expect(asked(all, LOGIN)[0]?.body).toEqual({ username: 'admin', password: 'secret-1', remember: true }),
  )
})

const box = () => shown.getByLabelText<HTMLInputElement>('Remember me for 24 hours')

/** Signs in with the box ticked, and the session ends. */
async function rememberedOnce(screen: Screen, why: 'expired' | 'signed_out') {
  serve(server(() => ok(signedIn), false))
  const { unmount } = stage(<SignIn />, { screen, path: '/login' })
  await waitFor(() => expect(shown.queryByLabelText('Verification code')).toBeNull())
  expect(box().checked).toBe(false)
  expect(shown.getByText('Alarms and sites then open without a network on this device.').id).toBe(
    box().getAttribute('aria-describedby'),
  )
  await type('User name', 'admin')
  await type('Password', 'secret-1')
  await user.click(box())
  await submit()
  await waitFor(() => expect(readToken()).toBe('t-1'))
  keepPerson({ user: signedIn.userInfo, menu: [], permissions: [] } as never)
  endSession(why)
  unmount()
  stage(<SignIn />, { screen, path: '/login' })
}

test.each([
  ['on a phone after a session that ended by itself', 'phone', 'expired', 'admin', true, 'Password'],
  ['on a phone after a sign-out', 'phone', 'signed_out', '', true, 'User name'],
  ['on a wide screen, which may be of many', 'wide', 'expired', '', false, 'User name'],
] as const)('%s the box and the name are as they were left there', async (_, screen, why, name, ticked, focus) => {
  await rememberedOnce(screen, why)
  expect(shown.getByLabelText<HTMLInputElement>('User name').value).toBe(name)
  expect(box().checked).toBe(ticked)
  expect(document.activeElement).toBe(shown.getByLabelText(focus))
})

test.each(['https://evil.example', '//evil.example/x', '/login?to=/login'])(
  '%s in the link leads nowhere',
  async (to) => {
    serve(server(() => ok(signedIn), false))
    const { router } = stage(<SignIn />, { path: `/login?to=${encodeURIComponent(to)}` })
    await waitFor(() => expect(shown.queryByLabelText('Verification code')).toBeNull())
    await type('User name', 'admin')
    await type('Password', 'secret-1')
    await submit()
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  },
)

test('the password shows on request', async () => {
  serve(server(() => ok(signedIn)))
  stage(<SignIn />, { path: '/login' })
  await user.click(shown.getByRole('button', { name: 'Show the password' }))
  expect((shown.getByLabelText('Password') as HTMLInputElement).type).toBe('text')
})
