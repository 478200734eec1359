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
  store.set(homesAtom, { strategy: '/strategies', site: '/sites', pile_type: '/types', pile: '/piles' })
})
afterEach(() => vi.unstubAllGlobals())

/** What there is of each, by entity. */
const network = (have: Partial<Record<'strategy' | 'site' | 'pile_type' | 'pile', object[]>>) => {
  const paths = (['strategy', 'site', 'pile_type', 'pile'] as const).map((name) => [
    `${entities[name].path}/${entities[name].calls.list}`,
    have[name] ?? [],
  ])
  return serve(({ path }) => {
    const rows = Object.fromEntries(paths)[path] as object[] | undefined
    return rows && page(rows)
  })
}
const links = () => shown.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])

test('an empty network is told what to begin with, step by step', async () => {
  network({ strategy: [{ id: 1 }] })
  stage(<GettingStarted />)
  await shown.findByText('1 of 6 done')
  expect(links()).toEqual([
    ['Add a site', '/sites/create'],
    ['Add a type', '/types/create'],
    ['Add a pile', '/piles/create'],
  ])
  expect(shown.getByText(/Where piles stand/), 'the next step says how').toBeTruthy()
  expect(shown.queryByText(/Its station number/)).toBeNull()
})

test('a pile that connected leaves the first session', async () => {
  const one = [{ id: 1 }]
  network({ strategy: one, site: one, pile_type: one, pile: [{ id: 1, last_seen_at: '2026-11-01T08:00:00Z' }] })
  stage(<GettingStarted />)
  await shown.findByText('5 of 6 done')
  expect(links()).toEqual([])
})

test('who sets nothing up is told nothing', async () => {
  signIn(['strategy.list', 'site.list', 'pile_type.list', 'pile.list'])
  const all = network({})
  const { container } = stage(<GettingStarted />)
  await waitFor(() => expect(all.length).toBeGreaterThanOrEqual(4))
  expect(container.querySelector('ol')).toBeNull()
})
