import { act, screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { byName, dictionariesAtom } from '../../src/client/kit/dictionaries/dictionaries.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { BandRibbon } from '../../src/client/orders/band-ribbon.tsx'
import { OrderHistory } from '../../src/client/orders/order-history.tsx'
import type { OrderNow } from '../../src/client/orders/parts.ts'
import { RunningOrder } from '../../src/client/orders/running-order.tsx'
import type { FrozenRule, OrderEvent } from '../../src/shared/endpoints/orders.ts'
import { signIn, speak, stage } from './stage.tsx'

const at = '2026-11-20T02:00:00Z'
const events: OrderEvent[] = [
  { at, event: 'stopped', figures: { reason: 'EVDisconnected', meter_wh: 12_500 } },
  { at, event: 'held', figures: { reason: 'meter_jump' } },
  { at, event: 'collected', figures: { by: 'Li', paid_cents: 1250, way: 'card', reference: '4200' } },
  { at, event: 'refund_paid', figures: { amount_cents: 300, way: 'card', reference: '77' } },
]
const rule = { id: 1, name: 'Night', band: 'valley', start_hour: 0, end_hour: 0 } as FrozenRule

const ownWord = (name: string, value: string, label: string) => ({
  ...{ name, kind: 'fixed' as const },
  items: [{ value, label, labels: { en: label, 'zh-CN': label }, tone: null, offered: true, own: false }],
})

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => act(() => store.set(dictionariesAtom, new Map())))

const said = () => shown.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)

test('what happened to an order is said in the operator’s words, each record’s own', () => {
  stage(<OrderHistory events={events} timeZone="Asia/Shanghai" />)
  expect(said()).toEqual([
    'Charging ended: Cable pulled at the vehicle · meter 12.500',
    'Held for a person: Meter jumped',
    'Li collected ¥\u00a012.50 by Bank card · 4200',
    '¥\u00a03.00 arrived by Bank card · 77',
  ])
  act(() =>
    store.set(
      dictionariesAtom,
      byName([
        ownWord('order.abnormal', 'meter_jump', 'Odd reading'),
        ownWord('payment.way', 'card', 'Till'),
        ownWord('refund.way', 'card', 'Transfer'),
      ]),
    ),
  )
  expect(said().slice(1)).toEqual([
    'Held for a person: Odd reading',
    'Li collected ¥\u00a012.50 by Till · 4200',
    '¥\u00a03.00 arrived by Transfer · 77',
  ])
})

test('a price band is called on a bill’s day what it is called in the rules', () => {
  store.set(dictionariesAtom, byName([ownWord('billing_rule.band', 'valley', 'Super off-peak')]))
  stage(<BandRibbon rules={[rule]} />)
  expect(shown.getAllByText(/Super off-peak/).length).toBeGreaterThan(0)
})

test.each([
  [0, 'Charging has ended, the cable is still in.'],
  [2, 'Charging has ended, reports of the pile are missing.'],
])('an order that ended, with %i reports missing, says what it waits for', (missing_events, words) => {
  const order = { id: 1, status: 'completed', abnormal: null, missing_events } as OrderNow
  stage(<RunningOrder order={order} parts={{ Stop: () => null, Ask: () => null } as never} timeZone="Asia/Shanghai" />)
  expect(shown.getByText(words)).toBeTruthy()
})
