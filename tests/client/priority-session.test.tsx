import { fireEvent, screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { OrderNow } from '../../src/client/orders/parts.ts'
import { RunningOrder } from '../../src/client/orders/running-order.tsx'
import { PrioritySession } from '../../src/client/piles/priority-session.tsx'
import { permissionTo } from '../../src/shared/commands/declare.ts'
import { priority } from '../../src/shared/commands/priority.ts'
import { type Asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const CHARGE = 'Charge with priority'
const place = { orderId: 5, pileId: 3, connectorNumber: 2 }

/** A server whose pile answers so; what the person sent. */
function answering(status: string, word: string | null) {
  const asked: Asked[] = []
  serve((call) => {
    if (call.path !== '/system/device/priority') return page([])
    asked.push(call)
    return ok({ command: { id: 1, action: 'priority', status, answer: word && JSON.stringify({ status: word }) } })
  })
  return asked
}

test('a person has a session charge with priority, and ends it', async () => {
  const asked = answering('done', 'Accepted')
  const { unmount } = stage(<PrioritySession {...place} since={null} />)
  fireEvent.click(shown.getByRole('button', { name: CHARGE }))
  expect(await shown.findByText(/: the pile has done it\.$/)).toBeTruthy()
  expect(asked[0]?.body).toEqual({ id: 3, connector_number: 2, order_id: 5, turn: 'on' })
  unmount()
  stage(<PrioritySession {...place} since="14:03" />)
  expect(shown.getByText('With priority since 14:03')).toBeTruthy()
  fireEvent.click(shown.getByRole('button', { name: 'End priority' }))
  await vi.waitFor(() => expect(asked[1]?.body).toMatchObject({ turn: 'off' }))
})

test.each([
  ['NoProfile', /it holds no charging profile for priority/],
  ['Rejected', /the session does not run there/],
  // Another word is said as it is.
  ['Perhaps', /The pile refused: Perhaps/],
])('the pile’s answer %s is said in words', async (word, words) => {
  answering('refused', word)
  stage(<PrioritySession {...place} since={null} />)
  fireEvent.click(shown.getByRole('button', { name: CHARGE }))
  expect(await shown.findByText(words)).toBeTruthy()
})

test('who may not give it sees no button', () => {
  signIn(['order.list'])
  stage(<PrioritySession {...place} since="14:03" />)
  expect(shown.getByText('With priority since 14:03')).toBeTruthy()
  expect(shown.queryByRole('button')).toBeNull()
  expect(permissionTo(priority)).toBe('pile.priority')
})

test.each([
  [true, 'generated', 1],
  // Its pile speaks an older version, or is away.
  [false, 'generated', 0],
])('an order offers it where its pile can be asked (%j)', (takes_priority, status, times) => {
  const order = { id: 5, pile_id: 3, connector_number: 2, status, takes_priority, priority_since: null } as OrderNow
  const parts = { Stop: () => null, Ask: () => null, Priority: () => <p>offered</p> }
  stage(<RunningOrder order={order} parts={parts as never} timeZone="Asia/Shanghai" />)
  expect(shown.queryAllByText('offered')).toHaveLength(times)
})
