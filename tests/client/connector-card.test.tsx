import { screen as shown } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { ConnectorCard } from '../../src/client/piles/page/connector-card.tsx'
import { RealtimeTab } from '../../src/client/piles/page/realtime-tab.tsx'
import type { ConnectorNow, EndedSession } from '../../src/shared/endpoints/piles.ts'
import { ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  store.set(homesAtom, { order: '/orders' })
  serve(({ path }) => (path === '/system/device/series' ? ok({ points: [] }) : page([])))
})
afterEach(() => vi.unstubAllGlobals())

const nothing = { error_code: null, vendor_code: null, info: null, soc: null, temperature_c: null, measured_at: null }
const free: ConnectorNow = {
  ...{ number: 1, status: 'Available', status_at: '2026-11-20T07:50:00Z', order: null },
  ...{ ...nothing, power_w: null, current_ma: null, voltage_mv: null },
}
const ended: EndedSession = {
  ...{ connector_number: 1, id: 26, number: '2026', status: 'paid', energy_wh: 12_400 },
  ...{ total_cents: 1_488, abnormal: null, ended_at: '2026-11-20T07:50:00Z' },
}
const running = (over: Partial<NonNullable<ConnectorNow['order']>>): ConnectorNow => ({
  ...{ ...free, status: 'Charging', power_w: 7_000 },
  order: {
    ...{ ...ended, status: 'generated', started_at: '2026-11-20T07:00:00Z', ended_at: null },
    ...{ customer: null, balance_cents: null, occupation_from: null, awaits_payer: false, ...over },
  },
})

const Nothing = () => null
const OF_16 = ['start', 'stop', 'unlock', 'reset']

test('a gun has the buttons of what its pile can be asked for, and no other', async () => {
  const faulted: ConnectorNow = { ...free, status: 'Faulted' }
  const names = () => shown.getAllByRole('button').map(({ textContent }) => textContent)
  const { unmount } = stage(<ConnectorCard pileId={1} commands={OF_16} Reserved={Nothing} connector={faulted} />)
  await shown.findByRole('button', { name: /Unlock/ })
  expect(names()).toEqual(['Unlock'])
  unmount()
  stage(<ConnectorCard pileId={1} commands={[...OF_16, 'reset_gun']} Reserved={Nothing} connector={faulted} />)
  await shown.findByRole('button', { name: /Unlock/ })
  expect(names()).toEqual(['Unlock', 'Reset of a gun'])
})

test.each<[string, Partial<EndedSession>, RegExp]>([
  ['its amount', {}, /Finished at .+ · 12\.40\skWh · ¥\s14\.88$/],
  ['that it is unpaid', { status: 'unpaid' }, /12\.40\skWh · ¥\s14\.88 unpaid$/],
  ['that there was no price', { status: 'completed', total_cents: 0, abnormal: 'no_price' }, /kWh · No price$/],
  ['why nobody is billed yet', { status: 'completed', abnormal: 'meter_jump' }, /kWh · Meter jumped$/],
  ['its energy alone to anyone who may not see orders', { total_cents: null }, /12\.40\skWh$/],
])('a free gun says of the session that ended last %s, with a way to it', async (_, over, words) => {
  stage(<ConnectorCard pileId={1} commands={OF_16} Reserved={Nothing} connector={free} ended={{ ...ended, ...over }} />)
  expect(await shown.findByText(words)).toBeTruthy()
  expect(shown.getByRole('link', { name: 'order 2026' }).getAttribute('href')).toBe('/orders/26')
})

test('a running session without a price says so, and a current that was not told is a dash', async () => {
  stage(
    <ConnectorCard
      pileId={1}
      commands={OF_16}
      Reserved={Nothing}
      connector={running({ abnormal: 'no_price', total_cents: 0 })}
      ended={ended}
    />,
  )
  expect((await shown.findByText('Cost')).nextSibling?.textContent).toBe('No price')
  expect(shown.getByText('Current').nextSibling?.textContent).toBe('—')
  expect(shown.queryByText(/Finished at/)).toBeNull()
})

test('what a running session costs is not shown to anyone who may not see orders', async () => {
  stage(<ConnectorCard pileId={1} commands={OF_16} Reserved={Nothing} connector={running({ total_cents: null })} />)
  await shown.findByText('Energy')
  expect(shown.queryByText('Cost')).toBeNull()
})

test('the cards of a pile stay where they are while one looks at them, and what charges is first where the page opens', async () => {
  const pile = { id: 1, station_number: 'CD-1', booted_at: '2026-11-20T07:00:00Z', state: 'charging' }
  const [busy, idle] = [running({}), free]
  const view = (...statuses: ConnectorNow[]) =>
    ({
      pile,
      commands: OF_16,
      ended_sessions: [],
      connectors: statuses.map((one, at) => ({ ...one, number: at + 1 })),
    }) as never
  function Page() {
    const [shows, show] = useState(view(idle, busy))
    return (
      <>
        <button type="button" onClick={() => show(view(busy, idle))}>
          Later
        </button>
        <RealtimeTab view={shows} Reserved={Nothing} OutsideLimits={Nothing} />
      </>
    )
  }
  stage(<Page />, { screen: 'phone' })
  const guns = async () => (await shown.findAllByText(/^Gun \d/)).map(({ textContent }) => textContent?.slice(0, 5))
  expect(await guns()).toEqual(['Gun 2', 'Gun 1'])
  await userEvent.click(shown.getByRole('button', { name: 'Later' }))
  expect(await guns()).toEqual(['Gun 2', 'Gun 1'])
})
