import i18next from 'i18next'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startPreferences } from '../../src/client/app/preferences.ts'
import { layoutAtom, unsentAtom } from '../../src/client/kit/session/layout.ts'
import { personAtom } from '../../src/client/kit/session/session.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { themeChoice } from '../../src/client/kit/theme/theme.ts'
import { ok, serve, speak } from './stage.tsx'

/** What the server keeps, and whether it can be reached. */
let kept: Record<string, unknown>
let away: boolean
let person = 100

beforeAll(async () => {
  await speak()
  startPreferences()
})
afterEach(() => vi.unstubAllGlobals())
beforeEach(() => {
  away = false
  kept = { language: null }
  localStorage.clear()
  serve(({ method, path, body }) => {
    if (path !== '/system/user/preferences') return undefined
    if (away) throw new TypeError('no network')
    if (method === 'POST') kept = { ...kept, ...body }
    return ok(method === 'POST' ? null : kept)
  })
})

/** Someone signs in on a device that has nothing of them, but for what is set before. */
function signIn() {
  person += 1
  store.set(personAtom, {
    ...{ menu: [], version: '', tag: '', permissions: ['*'] },
    user: { userId: person, userName: 'operator', name: 'Operator', dashboard: '/dashboard', role: [] },
  })
}
const layout = () => store.get(layoutAtom)
const sent = () => vi.waitFor(() => expect(store.get(unsentAtom)).toEqual([]))

test('a second device shows what was chosen on the first one', async () => {
  kept = { language: 'zh-CN', favourites: [4, 2], collapsed: true, theme: 'dark' }
  signIn()
  await vi.waitFor(() => expect(layout()).toMatchObject({ favourites: [4, 2], collapsed: true, tabs: true }))
  await vi.waitFor(() => expect([store.get(themeChoice), i18next.language]).toEqual(['dark', 'zh-CN']))
  expect(store.get(unsentAtom)).toEqual([])
})

test('what is chosen is sent, field by field, and what was chosen without a network once there is one', async () => {
  signIn()
  await sent()
  store.set(layoutAtom, { favourites: [9] })
  await vi.waitFor(() => expect(kept).toEqual({ language: null, favourites: [9] }))
  await sent()
  away = true
  store.set(layoutAtom, { collapsed: true })
  expect(layout().collapsed).toBe(true)
  // Another device meanwhile.
  kept = { ...kept, favourites: [1], collapsed: false }
  away = false
  store.set(layoutAtom, { tabs: false })
  await vi.waitFor(() => expect(kept).toMatchObject({ favourites: [1], collapsed: true, tabs: false }))
  await sent()
})

test('what a device had before the server kept it is sent once', async () => {
  const userId = person + 1
  localStorage.setItem(`menu/${userId}`, JSON.stringify({ value: { favourites: [5] }, ends: 0 }))
  signIn()
  await vi.waitFor(() => expect(kept).toEqual({ language: null, favourites: [5] }))
})

test('the look that was chosen on a device stays, one that came with another person does not', async () => {
  store.set(themeChoice, 'system')
  await sent()
  localStorage.clear()
  kept = { language: null, theme: 'dark' }
  signIn()
  await vi.waitFor(() => expect(store.get(themeChoice)).toBe('dark'))
  kept = { language: null, theme: 'light' }
  signIn()
  await vi.waitFor(() => expect(store.get(themeChoice)).toBe('light'))
  store.set(themeChoice, 'system')
  await sent()
  kept = { language: null, theme: 'dark', favourites: [3] }
  signIn()
  await vi.waitFor(() => expect(layout().favourites).toEqual([3]))
  expect(store.get(themeChoice)).toBe('system')
})
