import { screen as shown, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GettingStarted } from '../../src/client/dashboard/getting-started.tsx'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { entities } from '../../src/shared/entities/index.ts'
import { page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  const homes = { strategy: '/strategies', site: '/sites', pile_type: '/types', pile: '/piles' }
  store.set(homesAtom, { ...homes, batch_task: '/batches', customer: '/customers' })
})
afterEach(() => vi.unstubAllGlobals())

const NEEDED = ['strategy', 'site', 'pile_type', 'pile', 'customer'] as const
type Needed = (typeof NEEDED)[number]

/** What there is of each, by entity. */
const network = (have: Partial<Record<Needed, object[]>>) => {
  const paths = NEEDED.map((name) => [`${entities[name].path}/${entities[name].calls.list}`, have[name] ?? []])
  return serve(({ path }) => {
    const rows = Object.fromEntries(paths)[path] as object[] | undefined
    return rows && page(rows)
  })
}
const links = () => shown.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('an empty network is told what to begin with, step by step', async () => {
  network({ strategy: [{ id: 1 }] })
  stage(<GettingStarted />)
  await shown.findByText('1 of 8 done')
  expect(links()).toEqual([
    ['Add a site', '/sites/create'],
    ['Add a type', '/types/create'],
    ['Many at once', '/batches/create'],
    ['Add a pile', '/piles/create'],
    ['Add a customer', '/customers/create'],
  ])
  expect(shown.getByText(/Where piles stand/), 'the next step says how').toBeTruthy()
  expect(shown.queryByText(/Its station number/)).toBeNull()
})

test('a pile that connected leaves the first session', async () => {
  const one = [{ id: 1 }]
  const site = [{ id: 1, strategy: { id: 1, title: 'Day' } }]
  const pile = [{ id: 7, last_seen_at: '2026-11-01T08:00:00Z' }]
  network({ strategy: one, site, pile_type: one, pile, customer: one })
  stage(<GettingStarted />)
  await shown.findByText('7 of 8 done')
  expect(links()).toEqual([['Open the pile', '/piles/7']])
})

test('a site without prices is not done: it leads to where it gets them', async () => {
  const one = [{ id: 1 }]
  network({ strategy: one, site: [{ id: 4, strategy: null }], pile_type: one, pile: one, customer: one })
  stage(<GettingStarted />)
  await shown.findByText(/Without them orders are kept/)
  expect(links()[0]).toEqual(['Give it prices', '/sites/4'])
})

test('who sets nothing up is told nothing', async () => {
  signIn(['strategy.list', 'site.list', 'pile_type.list', 'pile.list'])
  const all = network({})
  const { container } = stage(<GettingStarted />)
  await waitFor(() => expect(all.length).toBeGreaterThanOrEqual(4))
  expect(container.querySelector('ol')).toBeNull()
})
