import { act, screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { parts } from '../../src/client/app/beside.tsx'
import { StartChoice } from '../../src/client/app/install/start-choice.tsx'
import { StartPage } from '../../src/client/app/install/start-page.tsx'
import { countVisit } from '../../src/client/app/install/visits.ts'
import { landingAtom } from '../../src/client/app/menu/use-menu.ts'
import { installAtom } from '../../src/client/app/pwa.ts'
import { besideAtom } from '../../src/client/app/shell/beside-atom.ts'
import { PhoneShell } from '../../src/client/app/shell/phone-shell.tsx'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { closeOverlay, overlayAtom } from '../../src/client/kit/session/overlays.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { decisionsAtom } from '../../src/client/offline/sending.ts'
import { pushOfferedAtom } from '../../src/client/push/follow-device.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

const ask = vi.fn(async () => {})

beforeAll(() => speak())
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  ask.mockClear()
  signIn()
  serve(() => ok(null))
  store.set(homesAtom, { alarm: '/alarm' })
  store.set(installAtom, { ask })
  store.set(besideAtom, parts)
  closeOverlay()
})
afterEach(() => {
  store.set(decisionsAtom, [])
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const landing = () => store.get(landingAtom)
const shell = (path = landing()) => stage(<PhoneShell />, { screen: 'phone', path })
const hint = () => shown.queryByRole('region', { name: 'Install the app' })
function visit(times: number) {
  for (let n = 0; n < times; n += 1) {
    sessionStorage.clear()
    countVisit()
  }
}

test('the first visit offers nothing, however often it is loaded anew', async () => {
  countVisit()
  countVisit()
  shell()
  await shown.findByRole('button', { name: 'Scan' })
  expect(hint()).toBeNull()
})

test('the second visit offers to install where one lands, and nowhere else', async () => {
  visit(2)
  const { unmount } = shell('/alarm')
  await shown.findByRole('button', { name: 'Scan' })
  expect(hint()).toBeNull()
  unmount()
  shell()
  await userEvent.click(await shown.findByRole('button', { name: 'Install' }))
  expect(ask).toHaveBeenCalledOnce()
})

test('is not offered beside push, nor right after it', async () => {
  visit(2)
  act(() => store.set(pushOfferedAtom, true))
  const { unmount } = shell()
  await shown.findByRole('button', { name: 'Scan' })
  expect(hint()).toBeNull()
  unmount()
  act(() => store.set(pushOfferedAtom, false))
  shell()
  await shown.findByRole('region', { name: 'Install the app' })
})

test('the first handled alarm offers it too; who says no is never asked again', async () => {
  visit(1)
  const { unmount } = shell()
  await shown.findByRole('button', { name: 'Scan' })
  act(() => store.set(decisionsAtom, [{ key: 'a', subject: 'alarm:1', state: 'waiting' } as never]))
  const offered = await shown.findByRole('region', { name: 'Install the app' })
  await userEvent.click(within(offered).getByRole('button', { name: 'No, thanks' }))
  expect(hint()).toBeNull()
  unmount()
  visit(5)
  shell()
  await shown.findByRole('button', { name: 'Scan' })
  expect(hint()).toBeNull()
})

test('an iPhone is told the steps', async () => {
  store.set(installAtom, null)
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)')
  visit(2)
  // Another file's module knows that it was refused: this one is asked anew.
  const { InstallHint } = await import('../../src/client/app/install/install-hint.tsx')
  stage(<InstallHint way="steps" />, { screen: 'phone' })
  await userEvent.click(await shown.findByRole('button', { name: 'How to' }))
  expect((await shown.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Tap “Share” below or beside the address.',
    'Choose “Add to Home Screen”, then “Add”.',
    'From now on open the console by its icon. Sign in once more there.',
  ])
})

test('the icon opens what was chosen on this device', async () => {
  const { unmount } = stage(<StartChoice />, { screen: 'phone' })
  await userEvent.click(shown.getByRole('radio', { name: 'Alarms' }))
  unmount()
  const alarms = stage(<StartPage />, { screen: 'phone', path: '/start' })
  await waitFor(() => expect(alarms.router.state.location.pathname).toBe('/alarm'))
  expect(store.get(overlayAtom)).toBeNull()
})

test('the shortcut to the scanner opens it over the page that one lands on', async () => {
  const { router } = stage(<StartPage at="scan" />, { screen: 'phone', path: '/start/scan' })
  await waitFor(() => expect(store.get(overlayAtom)).toBe('scan'))
  expect(router.state.location.pathname).toBe(landing())
})
