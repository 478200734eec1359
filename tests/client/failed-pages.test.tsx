import { screen as shown } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AlarmPage } from '../../src/client/alarms/alarm-page.tsx'
import type { AlarmParts } from '../../src/client/alarms/parts.ts'
import { ChangePage } from '../../src/client/logs/change-page.tsx'
import { OrderPage } from '../../src/client/orders/order-page.tsx'
import type { OrderParts } from '../../src/client/orders/parts.ts'
import { PilePage } from '../../src/client/piles/page/pile-page.tsx'
import type { PileParts } from '../../src/client/piles/parts.ts'
import { WalkPage } from '../../src/client/piles/walk/walk-page.tsx'
import { SiteMonitor } from '../../src/client/sites/site-monitor.tsx'
import { serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  serve(() => undefined)
})
afterEach(() => vi.unstubAllGlobals())

const pages: [string, ReactElement][] = [
  ['an order', <OrderPage key="" id={1} parts={{} as OrderParts} />],
  ['a pile', <PilePage key="" id={1} parts={{} as PileParts} />],
  ['the monitor', <SiteMonitor key="" />],
]

test.each(pages)('%s that did not come leaves the page’s title and, on a phone, the way back', async (_, ui) => {
  stage(ui, { screen: 'phone' })
  expect(await shown.findByRole('alert')).toBeTruthy()
  expect(shown.getByRole('heading', { level: 1 }).textContent).not.toBe('')
  expect(shown.getAllByRole('button', { name: 'Back' }).length).toBeGreaterThan(0)
})

test.each([
  ['an alarm', <AlarmPage key="" id={1} parts={{} as AlarmParts} />],
  ['a walk', <WalkPage key="" />],
  ['a change', <ChangePage key="" id={1} />],
])('%s that did not come says once what it is', async (_, ui) => {
  stage(ui)
  await shown.findByRole('alert')
  const title = shown.getByRole('heading', { level: 1 }).textContent ?? ''
  expect(shown.getAllByText(title)).toHaveLength(1)
})

test('of sites that did not come it is not said that there are none', async () => {
  stage(<SiteMonitor />)
  await shown.findByRole('alert')
  expect(shown.queryByText('0 sites')).toBeNull()
})
