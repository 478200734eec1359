import { act, screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { lastScansAtom } from '../../src/client/app/scan/last-scans.ts'
import { ScanDialog } from '../../src/client/app/scan/scan-dialog.tsx'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { openScanner, overlayAtom, searchedAtom } from '../../src/client/kit/session/overlays.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { keepCopy } from '../../src/client/offline/copies.ts'
import type { Reply } from '../../src/shared/kit/endpoint.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

vi.mock('../../src/client/offline/copies.ts', async (original) => {
  const kept: { data: unknown; at: string }[] = []
  return {
    ...(await original<object>()),
    keepCopy: async (_: number, at: string, data: unknown) => void kept.push({ data, at }),
    copiesOf: async () => kept,
  }
})

const PILE = { entity: 'pile', id: 7, title: 'CD-0007', state: 'faulted', details: ['Lujiazui P2', 'DC 120 kW'] }
const found = (...all: object[]) => ok({ found: all, rejected: null })

/** What the browser's own detector sees in the camera's picture. */
let seen: string[] = []
let track: ReturnType<typeof makeTrack>
const makeTrack = () => ({
  stop: vi.fn(),
  applyConstraints: vi.fn(async () => {}),
  getCapabilities: () => ({ torch: true, zoom: { min: 100, max: 400 } }),
  getSettings: () => ({ deviceId: 'back' }),
})
const getUserMedia = vi.fn()

class Detector {
  static getSupportedFormats = async () => ['qr_code', 'code_128', 'code_39', 'ean_13']
  detect = async () => seen.map((rawValue) => ({ rawValue }))
}

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  localStorage.clear()
  store.set(homesAtom, { pile: '/device', card: '/card', alarm: '/alarm' })
  openScanner()
  seen = []
  track = makeTrack()
  getUserMedia.mockReset()
  getUserMedia.mockImplementation(async () => {
    const own = track
    return { getVideoTracks: () => [own], getTracks: () => [own] }
  })
  const cameras = ['front', 'back'].map((deviceId) => ({ kind: 'videoinput', deviceId, label: deviceId }))
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia, enumerateDevices: async () => cameras },
  })
  vi.stubGlobal('BarcodeDetector', Detector)
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    this.dispatchEvent(new Event('loadeddata'))
  })
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const scanner = () => stage(<ScanDialog />, { screen: 'phone' })
async function type(code: string) {
  await userEvent.click(await shown.findByRole('button', { name: 'Type' }))
  const input = shown.getByLabelText('Number or code')
  await userEvent.clear(input)
  await userEvent.type(input, `${code}{Enter}`)
}

test('a code in the camera’s picture leads to its pile, at the gun it names', async () => {
  const asked = serve(() => found({ ...PILE, berth: null, alarm_id: null }))
  seen = ['CD-0007?connector=2']
  const { router } = scanner()
  await waitFor(() => expect(router.state.location.pathname).toBe('/device/7'))
  expect(router.state.location.search).toBe('?connector=2')
  await waitFor(() => expect(store.get(overlayAtom)).toBeNull())
  expect(asked.map(({ body }) => body)).toEqual([{ code: 'CD-0007?connector=2' }])
  expect(store.get(lastScansAtom)).toMatchObject([{ title: 'CD-0007', connector: 2, entity: 'pile' }])
})

test('a pile with an open alarm offers both ways', async () => {
  serve(() => found({ ...PILE, berth: 'B-17', alarm_id: 31 }))
  seen = ['CD-0007?connector=1']
  const { router } = scanner()
  await shown.findByText('CD-0007 · gun 1', { selector: 'article b' })
  expect(shown.getByText('Lujiazui P2 · berth B-17 · DC 120 kW')).toBeTruthy()
  expect(shown.getByText('Faulted')).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Open pile' }).getAttribute('href')).toBe('/device/7?connector=1')
  await userEvent.click(shown.getByRole('link', { name: 'Open alarm' }))
  expect(router.state.location.pathname).toBe('/alarm/31')
})

test('the sign-in code of a screen leads to its page, and no server is asked', async () => {
  const asked = serve(() => undefined)
  const code = 'a'.repeat(32)
  seen = [`https://console.example.com/qr/${code}`]
  const { router } = scanner()
  await waitFor(() => expect(router.state.location.pathname).toBe(`/qr/${code}`))
  expect(asked).toEqual([])
})

test('torch, zoom and another camera are the device’s own, and the camera is remembered', async () => {
  serve(() => undefined)
  scanner()
  await userEvent.click(await shown.findByRole('button', { name: 'Torch' }))
  await waitFor(() => expect(shown.getByRole('button', { name: 'Torch' }).getAttribute('aria-pressed')).toBe('true'))
  expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] })
  await userEvent.click(shown.getByRole('button', { name: '2×' }))
  expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ zoom: 200 }] })
  // The lens goes to four times: the picture is enlarged by the rest.
  await userEvent.click(shown.getByRole('button', { name: '5×' }))
  expect(track.applyConstraints).toHaveBeenLastCalledWith({ advanced: [{ zoom: 400 }] })
  await waitFor(() => expect(document.querySelector('video')?.style.scale).toBe('1.25'))
  const before = track
  track = makeTrack()
  await userEvent.click(shown.getByRole('button', { name: 'Other camera' }))
  await waitFor(() => expect(getUserMedia).toHaveBeenCalledTimes(2))
  expect(before.stop).toHaveBeenCalled()
  expect(getUserMedia.mock.lastCall?.[0].video).toMatchObject({ deviceId: { ideal: 'front' } })
  expect(localStorage.getItem('scan_camera')).toContain('front')
})

test.each([
  ['NotAllowedError', 'The camera may not be used.', /^Tap the icon in front of the address/],
  ['NotFoundError', 'No camera was found.', null],
  ['NotReadableError', 'Another app uses the camera.', null],
] as const)('%s is said, with photo and typing beside it', async (name, text, how) => {
  serve(() => found({ ...PILE, berth: null, alarm_id: null }))
  getUserMedia.mockRejectedValueOnce(Object.assign(new Error(name), { name }))
  const { router } = scanner()
  const trouble = await shown.findByRole('alert')
  expect(within(trouble).getByText(text)).toBeTruthy()
  if (how) expect(within(trouble).getByText(how)).toBeTruthy()
  else expect(within(trouble).queryByText(/^Tap/)).toBeNull()
  expect(shown.getByRole('button', { name: 'Gallery' })).toBeTruthy()
  await userEvent.type(shown.getByLabelText('Number or code'), 'cd-0007{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/device/7'))
})

test('after the camera was allowed, one press brings its picture', async () => {
  serve(() => undefined)
  getUserMedia.mockRejectedValueOnce(Object.assign(new Error('no'), { name: 'NotAllowedError' }))
  scanner()
  await userEvent.click(await shown.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.querySelector('video')?.dataset.state).toBe('on'))
})

test('an unknown code offers the search and, with the permission, a new pile of that number', async () => {
  serve(() => found())
  const { router } = scanner()
  await type('CD-NEW')
  await shown.findByText('No pile or card has this number.')
  await userEvent.click(shown.getByRole('link', { name: 'Add as a pile' }))
  expect(router.state.location.pathname).toBe('/device/create')
  expect(router.state.location.state).toEqual({ thenOpen: true, initial: { station_number: 'CD-NEW' } })
  openScanner()
})

test('an unknown code goes to the search as it is', async () => {
  signIn(['pile.list'])
  serve(() => found())
  scanner()
  await type('0012')
  await userEvent.click(await shown.findByRole('button', { name: 'Search' }))
  expect([store.get(overlayAtom), store.get(searchedAtom)]).toEqual(['search', '0012'])
  expect(shown.queryByRole('link', { name: 'Add as a pile' })).toBeNull()
})

test('a pile that tried to connect is adopted here', async () => {
  const rejected = {
    ...{ id: 5, station_number: 'CD-NEW', reason: 'unknown_station', offered: 'good', fingerprint: 'aa11' },
    ...{ address: '10.0.0.9', protocol: null, attempts: 3, first_at: '2026-11-24T01:00:00Z' },
    last_at: '2026-11-24T02:00:00Z',
  }
  const asked = serve(({ path }) => {
    if (path === '/system/index/scan') return ok({ found: [], rejected })
    return path.endsWith('/adopt') ? ok({ id: 9, password: null }) : undefined
  })
  const { router } = scanner()
  await type('CD-NEW')
  await userEvent.click(await shown.findByRole('button', { name: 'Adopt' }))
  const dialog = await shown.findByRole('dialog', { name: /CD-NEW/ })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Adopt' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/device/9'))
  await waitFor(() => expect(store.get(overlayAtom)).toBeNull())
  expect(asked.find(({ path }) => path.endsWith('/adopt'))?.body).toMatchObject({ id: 5, fingerprint: 'aa11' })
})

test('without a network the phone’s copies answer, the newest first, and say how old they are', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const row = { id: 7, station_number: 'CD-0007', pile_type_id: 1, self_code: 'B2-17', imei: '869471052231904' }
  const alarm = { id: 31, pile_id: 7, raised_at: '2026-11-24T01:00:00Z', connector_number: 1, status: 'open' }
  await keepCopy(1, '2026-11-24T02:00:00Z', {
    rows: [{ ...row, state: 'faulted', site: { id: 1, title: 'Lujiazui P2' } }],
  })
  await keepCopy(1, '2026-11-24T01:00:00Z', { pile: { ...row, state: 'available' } })
  await keepCopy(1, '2026-11-24T01:30:00Z', { pages: [{ rows: [alarm] }] })
  scanner()
  await type('8694 7105 2231 904')
  await shown.findByText(/^No network. This is what the phone knew at /)
  expect(shown.getByText('Faulted')).toBeTruthy()
  expect(shown.getByRole('link', { name: 'Open alarm' }).getAttribute('href')).toBe('/alarm/31')
  await type('OTHER')
  await shown.findByText('No network, and this phone knows no pile or card with this number.')
})

test('while the server does not answer the phone’s copies lead, and its answer takes their place', async () => {
  let answer = (_: Reply) => {}
  serve(() => new Promise<Reply>((resolve) => (answer = resolve)))
  const row = { id: 8, station_number: 'CD-0008', pile_type_id: 1 }
  const alarm = { id: 32, pile_id: 8, raised_at: '2026-11-24T01:00:00Z', connector_number: 1, status: 'open' }
  await keepCopy(1, '2026-11-24T02:00:00Z', { rows: [{ ...row, state: 'faulted' }, alarm] })
  scanner()
  await type('CD-0008')
  await shown.findByText(/^The server does not answer yet. This is what the phone knew at /)
  expect(shown.getByText('Faulted')).toBeTruthy()
  await act(async () =>
    answer(found({ ...PILE, id: 8, title: 'CD-0008', state: 'available', berth: null, alarm_id: 32 })),
  )
  await shown.findByText('Available')
  expect(shown.queryByText(/This is what the phone knew/)).toBeNull()
})

test('a card that is held to the phone leads to its page', async () => {
  let hold = (_: string) => {}
  class Reader extends EventTarget {
    async scan() {
      hold = (serialNumber) => void this.dispatchEvent(Object.assign(new Event('reading'), { serialNumber }))
    }
  }
  vi.stubGlobal('NDEFReader', Reader)
  const asked = serve(() =>
    found({ entity: 'card', id: 3, title: '04A27F19', state: 'normal', details: [], berth: null, alarm_id: null }),
  )
  const { router } = scanner()
  await userEvent.click(await shown.findByRole('button', { name: 'Card' }))
  await shown.findByText('Hold the card to the back of the phone.')
  act(() => hold('04:a2:7f:19'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/card/3'))
  expect(asked[0]?.body).toEqual({ code: '04:a2:7f:19' })
})

test('what was scanned here before is looked up again by a press', async () => {
  const asked = serve(() => found())
  scanner()
  await type('CD-NEW')
  const last = await shown.findByRole('button', { name: /^CD-NEW/ })
  await userEvent.click(last)
  await waitFor(() => expect(asked).toHaveLength(2))
})
