import { screen as shown, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BerthPlan } from '../../src/client/berths/berth-plan.tsx'
import { berthPlan, type Spot } from '../../src/shared/endpoints/berths.ts'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

const into = vi.fn()
beforeAll(() => speak())
beforeEach(() => {
  signIn()
  into.mockClear()
  HTMLElement.prototype.scrollIntoView = into
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const spot = (id: number, serial: string, state: Spot['state'] = 'free'): Spot => ({
  ...{ id, serial, state, pile: null, connector_number: null, reserved_until: null, one_reserved_until: null },
  ...{ status: 'open', remark: null, longitude: null, latitude: null, plate: null },
})

async function plan() {
  const spots = [spot(1, 'A-1'), spot(2, 'A-2', 'occupied'), spot(3, 'B-1', 'occupied'), spot(4, 'B-2')]
  serve(({ path }) => (path === berthPlan.path ? ok(spots) : undefined))
  stage(<BerthPlan siteId={1} />)
  await shown.findByText('A-1')
}
const serials = () => shown.getAllByRole('listitem').map((item) => within(item).getByText(/^[AB]-/).textContent)

test('a plan shows the berths of one state, with how many there are of each', async () => {
  await plan()
  expect(serials()).toEqual(['A-1', 'A-2', 'B-1', 'B-2'])
  await user.click(shown.getByRole('button', { name: 'Occupied 2' }))
  expect(serials()).toEqual(['A-2', 'B-1'])
  await user.click(shown.getByRole('button', { name: 'All 4' }))
  expect(serials()).toHaveLength(4)
})

test('a berth is found by its number, whatever was shown', async () => {
  await plan()
  await user.click(shown.getByRole('button', { name: 'Occupied 2' }))
  await user.type(shown.getByRole('searchbox', { name: 'Find a berth' }), 'b2')
  const [found] = shown.getAllByRole('listitem', { current: true })
  expect(found?.textContent).toContain('B-2')
  expect(into.mock.contexts).toContain(found)
  await user.type(shown.getByRole('searchbox', { name: 'Find a berth' }), '9')
  expect(shown.getByRole('status').textContent).toBe('There is no berth b29.')
  expect(shown.queryAllByRole('listitem', { current: true })).toEqual([])
})
