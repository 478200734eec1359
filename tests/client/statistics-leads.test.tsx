import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { StatisticsPage } from '../../src/client/statistics/statistics-page.tsx'
import type { StatisticFigures } from '../../src/shared/endpoints/statistics.ts'
import { ok, page, type Screen, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const figures = (sessions: number, faults = 0) =>
  ({
    ...{ sessions, energy_wh: sessions * 1_000, electricity_cents: 0, service_cents: 0, occupation_cents: 0 },
    ...{ refunded_cents: 0, income_cents: sessions * 100, cost_cents: 0, charging_seconds: 60, occupied_seconds: 0 },
    ...{
      failed_sessions: 0,
      owed_cents: 0,
      faults,
      repairs: 0,
      repair_seconds: 0,
      guns: 2,
      utilisation: 1,
      availability: 9_000,
    },
  }) satisfies StatisticFigures
const row = (key: string, title: string, sessions: number, faults = 0) => ({
  ...{ key, title, now: figures(sessions, faults), before: null },
})
const period = { from: '2026-10-01', to: '2026-10-31' }

const answers = (rows: ReturnType<typeof row>[]) =>
  serve(({ path }) =>
    path.endsWith('/statistics/index')
      ? ok({ period, before: null, total: { now: figures(3), before: null }, rows, groups: rows.length })
      : path.endsWith('/index')
        ? page([])
        : undefined,
  )
const linkOf = async (name: string) =>
  decodeURIComponent((await screen.findAllByRole('link', { name })).at(-1)?.getAttribute('href') ?? '')
const days = 'ended_day=2026-10-01..2026-10-31'

test.each<Screen>(['wide', 'phone'])('on a %s screen a group leads to its orders, all of them to all', async (size) => {
  store.set(homesAtom, { order: '/orders', alarm: '/alarms' })
  answers([row('7', 'Center', 3), row('8', 'Closed', 0)])
  stage(<StatisticsPage />, { screen: size, path: '/statistics?by=site' })
  expect(await linkOf('Center')).toBe(`/orders?site_id=7&${days}`)
  expect(await linkOf('All')).toBe(`/orders?${days}`)
  expect(screen.queryByRole('link', { name: 'Closed' })).toBeNull()
})

test('a fault leads to the alarms of its code', async () => {
  store.set(homesAtom, { order: '/orders', alarm: '/alarms' })
  answers([row('OverVoltage', '', 0, 2)])
  stage(<StatisticsPage />, { path: '/statistics?by=fault' })
  expect(await linkOf('Over voltage')).toMatch(/^\/alarms\?code=OverVoltage&kind=fault&raised_at=/)
})

test('nobody is led to orders that they may not see', async () => {
  store.set(homesAtom, { alarm: '/alarms' })
  answers([row('7', 'Center', 3)])
  stage(<StatisticsPage />, { path: '/statistics?by=site' })
  await screen.findAllByText('Center')
  expect(screen.queryByRole('link', { name: 'Center' })).toBeNull()
})

test('an hour of the week leads to its orders by a click, by Enter and by the words below', async () => {
  store.set(homesAtom, { order: '/orders' })
  answers(Array.from({ length: 168 }, (_, at) => row(`${Math.floor(at / 24) + 1}-${at % 24}`, '', at === 26 ? 3 : 0)))
  const hours = '/statistics?by=weekday_hour&measure=sessions'
  const { container, router } = stage(<StatisticsPage />, { path: hours })
  const way = await screen.findByRole('link', { name: /^Its orders: Tue/ })
  const orders = way.getAttribute('href') ?? ''
  expect([...new URLSearchParams(orders.replace(/^\/orders\?/, ''))].sort()).toEqual([
    ['ended_day', '2026-10-01..2026-10-31'],
    ['started_hour', '2..2'],
    ['started_weekday', '2'],
  ])
  screen.getByRole('slider').focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.queryByRole('link', { name: /^Its orders/ })).toBeNull()
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.pathname, 'an hour without orders leads nowhere').toBe('/statistics')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  const at = () => router.state.location.pathname + router.state.location.search
  await waitFor(() => expect(at()).toBe(orders))
  await router.navigate(hours)
  await screen.findByRole('link', { name: /^Its orders: Tue/ })
  const cells = container.querySelectorAll('i[data-leads]')
  expect(cells).toHaveLength(1)
  const cell = cells[0] as Element
  fireEvent(cell, new PointerEvent('click', { bubbles: true, pointerType: 'touch' }))
  expect(at(), 'a finger points first').toBe(hours)
  fireEvent(cell, new PointerEvent('click', { bubbles: true, pointerType: 'mouse' }))
  await waitFor(() => expect(at()).toBe(orders))
})
