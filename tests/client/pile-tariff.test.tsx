import { screen as shown } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PileCost } from '../../src/client/orders/pile-cost.tsx'
import type { PileView } from '../../src/client/piles/page/pile.ts'
import { PileTariff } from '../../src/client/piles/page/pile-tariff.tsx'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())

const TARIFF = {
  id: 'CD01',
  bands: [
    { start_hour: 6, end_hour: 22, energy_fee: 178, occupation_fee: 600 },
    { start_hour: 22, end_hour: 6, energy_fee: 51, occupation_fee: 0 },
  ],
  free_minutes: 15,
}
const GIVEN = {
  ...{ state: 'given', why: null, said: null, tariff: TARIFF, given_at: '2026-11-25T10:00:00.000Z' },
  ...{ strategy: 'Summer', shows_only: false },
}
const OF_21 = ['set_tariff', 'clear_tariffs']

const viewOf = (state: string, commands: readonly string[]) =>
  ({ pile: { id: 1, state }, commands, connectors: [] }) as unknown as PileView

function open(stand: object | null, { state = 'available', commands = OF_21 as readonly string[] } = {}) {
  const all = serve(({ path }) => (path === '/system/device/tariff' ? ok(stand) : ok({ command: { status: 'done' } })))
  stage(<PileTariff view={viewOf(state, commands)} />)
  return all
}
const buttons = () => shown.queryAllByRole('button').map(({ textContent }) => textContent)

describe('the tariff on a pile', () => {
  test('shows what it was given, by hours, and is sent again', async () => {
    const all = open(GIVEN)
    await shown.findByText('Given', { selector: 'span' })
    shown.getByText(/shows what its site charges, and reckons by it/)
    shown.getByText('06:00 – 22:00')
    shown.getByText('22:00 – 06:00')
    shown.getByText(/1\.78 \/ kWh/)
    shown.getByText(/6\.00 \/ h/)
    shown.getByText(/first 15 min/)
    await userEvent.setup().click(shown.getByRole('button', { name: 'Send the tariff' }))
    await expect.poll(() => asked(all, '/system/device/set_tariff')).toHaveLength(1)
  })

  test.each([
    [
      'refused',
      { state: 'refused', said: 'TooManyElements', tariff: null },
      /did not take the tariff: too many prices/,
    ],
    ['refused by a word of its own', { state: 'refused', said: 'Busy', tariff: null }, /did not take the tariff: Busy/],
    ['none', { state: 'none', why: 'free_minutes_differ', tariff: null }, /The free minutes with the cable in differ/],
    ['waiting', { state: 'waiting' }, /sent as soon as the pile is connected/],
    ['cleared', { state: 'cleared', tariff: null }, /Somebody cleared the tariff/],
    ['by hand', { state: 'by_hand' }, /another tariff by hand/],
    ['shown alone', { shows_only: true }, /does not reckon by itself/],
  ])('says in words: %s', async (_, change, words) => {
    open({ ...GIVEN, ...change })
    await shown.findByText(words)
  })

  test('offers nothing of a pile that takes none', async () => {
    open({ ...GIVEN, state: 'not_supported', tariff: null })
    await shown.findByText(/takes no tariffs/)
    expect(buttons()).toEqual([])
  })

  test('of one that is away nothing is sent', async () => {
    open(GIVEN, { state: 'offline', commands: [] })
    await shown.findByText('Given', { selector: 'span' })
    expect(buttons()).toEqual([])
  })

  test('of one without a tariff none is cleared', async () => {
    open({ ...GIVEN, state: 'cleared', tariff: null })
    await shown.findByText(/Somebody cleared/)
    expect(buttons()).toEqual(['Send the tariff'])
  })

  test('is no part of a pile that speaks of none', async () => {
    const all = open(null, { commands: ['reset'] })
    await expect.poll(() => asked(all, '/system/device/tariff')).toHaveLength(1)
    expect(shown.queryByText('Tariff on the pile')).toBeNull()
  })
})

describe('what the pile came to', () => {
  const cost = { state: 'same', ours_cents: 1234, theirs_cents: 1234, currency: 'CNY', reason: null } as const

  test('is no part of an order whose pile told nothing', () => {
    stage(<PileCost cost={null} />)
    expect(shown.queryByText('Reckoned by the pile')).toBeNull()
  })

  test.each([
    ['the same', {}, /same amount/, ['12.34', '12.34']],
    ['another', { state: 'differs', theirs_cents: 1484 }, /Ours is billed/, ['12.34', '14.84']],
    [
      'nothing',
      { state: 'failed', theirs_cents: null, reason: 'clock lost' },
      /could not reckon: clock lost/,
      ['12.34'],
    ],
    ['other money', { state: 'other_currency', currency: 'EUR' }, /another currency/, ['12.34', 'EUR']],
  ] as const)('stands beside the bill: %s', async (_, change, words, figures) => {
    stage(<PileCost cost={{ ...cost, ...change }} />)
    await shown.findByText(words)
    const told = shown.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(told).toHaveLength(figures.length)
    for (const [at, figure] of figures.entries()) expect(told[at]).toContain(figure)
  })
})
