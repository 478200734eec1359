import { waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AlarmList } from '../../src/client/alarms/alarm-list.tsx'
import { type Asked, asked, page, type Screen, serve, signIn, speak, stage } from './stage.tsx'

const INDEX = '/system/device-fault-record/index'
beforeAll(() => speak())
let calls: readonly Asked[]
beforeEach(() => {
  signIn()
  calls = serve(({ path }) => (path === INDEX ? page([]) : undefined))
})
afterEach(() => vi.unstubAllGlobals())

/** Of pages: how many there are in all is asked beside them. */
const statuses = () =>
  asked(calls, INDEX)
    .filter(({ body }) => body.page_size !== 1)
    .map(({ body }) => body.status)

test.each<Screen>(['wide', 'phone'])('on a %s screen it asks for what is open and nothing before', async (size) => {
  // A list whose parts are here already asks at once.
  const { unmount } = stage(<AlarmList />, { screen: size, path: '/alarms' })
  await waitFor(() => expect(statuses()).toEqual([['open']]))
  unmount()
  const { router } = stage(<AlarmList />, { screen: size, path: '/alarms' })
  await waitFor(() => expect(statuses().length).toBeGreaterThan(1))
  await waitFor(() => expect(statuses().at(-1)).toEqual(['open']))
  expect(statuses()).toEqual([['open'], ['open']])
  expect(router.state.location.search).toBe('?status=open')
})

test('it asks for what its address says', async () => {
  stage(<AlarmList />, { path: '/alarms?status=processed' })
  await waitFor(() => expect(statuses()).toEqual([['processed']]))
})
