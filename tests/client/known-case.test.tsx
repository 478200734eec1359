import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AlarmPage } from '../../src/client/alarms/alarm-page.tsx'
import { Taking } from '../../src/client/app/taking.ts'
import { takeNewCases } from '../../src/client/app/what-is-taken.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { keepCopy } from '../../src/client/offline/copies.ts'
import { decisionsAtom } from '../../src/client/offline/sending.ts'
import { keepHere } from '../../src/client/offline/sync-worker.ts'
import { alarmPeople, alarmView } from '../../src/shared/endpoints/alarms.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

const kept = vi.hoisted(() => new Map<string, { data: unknown; at: string }>())

vi.mock('../../src/client/offline/copies.ts', async (original) => ({
  ...(await original<object>()),
  keepCopy: async (user: number, name: string, data: unknown) => {
    kept.set(`${user}/${name}`, { data, at: new Date().toISOString() })
    return true
  },
  readCopy: async (user: number, name: string) => kept.get(`${user}/${name}`),
  copiesOf: async () => [...kept.values()],
}))
vi.mock('../../src/client/kit/session/stored-key.ts', () => ({ storedKey: async () => ({}) }))

const PARTS = { Pile: () => null, Work: () => null } as never
const nothing = {
  ...{ order_id: null, message: null, vendor_code: null, during_maintenance: false, cleared_at: null, times: 1 },
  ...{ assignee_id: null, assignee_name: null, on_my_way_at: null, snoozed_until: null, photos: [], handled_at: null },
  ...{ handled_by: null, remark: null, order: null },
}
const row = (id: number, version = 1) => ({
  ...{ ...nothing, id, version, code: 'GroundFailure', status: 'open', severity: 'critical', kind: 'fault' },
  ...{ pile_id: 7, site_id: 1, connector_number: 2, raised_at: '2026-11-24T01:00:00Z' },
  ...{ pile: { id: 7, title: 'CD-0007' }, site: { id: 1, title: 'Lujiazui P2' } },
})

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => {
  kept.clear()
  store.set(decisionsAtom, [])
  vi.unstubAllGlobals()
})

const noNetwork = () =>
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('no network')
  })
/** A network that is there, behind which nobody answers. */
const deadNetwork = () => vi.stubGlobal('fetch', () => new Promise(() => {}))

test.each([
  ['without a network', noNetwork],
  ['on a network that is dead', deadNetwork],
])('%s a case of which only a list tells opens with what the list says, and can be answered', async (_, network) => {
  network()
  await keepCopy(1, 'list', { rows: [row(31)] })
  stage(<AlarmPage id={31} parts={PARTS} />, { screen: 'phone' })
  await screen.findByText('This is what the list says. The rest of this page is not on this device.')
  expect(screen.getByText('CD-0007')).toBeTruthy()
  expect(screen.queryByText('History')).toBeNull()
  expect(screen.queryByText(/times?$/)).toBeNull()
  expect(screen.getByRole('button', { name: 'On my way' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Mark processed' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('of a case that nothing on the device tells the page says that the server is not there', async () => {
  noNetwork()
  stage(<AlarmPage id={31} parts={PARTS} />, { screen: 'phone' })
  await screen.findByRole('alert')
})

test('of the open alarms the cases that are new or changed are taken along, the others not again', async () => {
  const calls = serve(({ path, body }) => {
    if (path === alarmView.path) return ok({ alarm: row(Number(body.id), Number(body.id) === 2 ? 2 : 1) })
    return path === alarmPeople.path ? ok({ people: [] }) : undefined
  })
  const take = (...rows: { id: number; version: number }[]) => takeNewCases(new Taking(1, 100_000), rows)
  const ids = () => asked(calls, alarmView.path).map(({ body }) => Number(body.id))
  await take(row(1), row(2, 2))
  await take(row(1), row(2, 2), row(3))
  expect(ids()).toEqual([1, 2, 3])
  await take(row(1, 5))
  expect(ids()).toEqual([1, 2, 3, 1])
})

test('the worker keeps the case of a message under the name by which its page looks for it', async () => {
  serve(({ path }) => (path === alarmView.path ? ok({ alarm: row(31) }) : ok({ id: 1 })))
  await keepHere(async () => 'token', 1, { endpoint: alarmView, body: { id: 31 } })
  expect([...kept.keys()]).toEqual([`1/["call","${alarmView.path}",{"id":31}]`])
})

test('the worker keeps nothing for a person who is not signed in here any more', async () => {
  serve(({ path }) => (path === alarmView.path ? ok({ alarm: row(31) }) : ok({ id: 2 })))
  await keepHere(async () => 'token', 1, { endpoint: alarmView, body: { id: 31 } })
  expect([...kept.keys()]).toEqual([])
})
