import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { HandOverDialog } from '../../src/client/alarms/hand-over-dialog.tsx'
import { FaultsWidget } from '../../src/client/dashboard/faults.tsx'
import type { Shown } from '../../src/shared/domain/alarm-matter.ts'
import { alarmPeople } from '../../src/shared/endpoints/alarms.ts'
import { ok, page, serve, signIn, speak, stage } from './stage.tsx'

const INDEX = '/system/device-fault-record/index'
const CODES = ['', 'OtherError', 'GroundFailure', 'InternalError']
const alarm = (id: number, severity: string, minute: number) => ({
  ...{ id, severity, status: 'open', kind: 'fault', code: CODES[id], vendor_error: null },
  ...{ site_id: 1, site: { id: 1, title: 'North' }, pile_id: id, pile: { id, title: `Pile ${id}` } },
  ...{ connector_number: 1, assignee_id: null, assignee_name: null, updated_at: '2026-11-29T08:00:00.000Z' },
  raised_at: `2026-11-29T08:0${minute}:00.000Z`,
})

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

test('of faults that are as far the worst is first, and each says how bad it is', async () => {
  const alarms = [alarm(1, 'minor', 3), alarm(2, 'critical', 1), alarm(3, 'major', 2)]
  serve(({ path }) => (path === INDEX ? page(alarms) : undefined))
  stage(<FaultsWidget />)
  await waitFor(() => expect(screen.getAllByText(/Pile \d/).length).toBe(3))
  expect(screen.getAllByText(/Pile \d/).map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
    'Pile 2',
    'Pile 3',
    'Pile 1',
  ])
  const told = screen.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))
  expect(told).toEqual(['Critical', 'Major', 'Minor'])
})

test.each([
  { assignee_id: null, offered: false },
  { assignee_id: 9, offered: true },
])('an alarm is handed over to nobody only from somebody: $assignee_id', async ({ assignee_id, offered }) => {
  serve(({ path }) => (path === alarmPeople.path ? ok({ people: [{ id: 5, name: 'Li Wei', own: false }] }) : undefined))
  const shown = { ...alarm(1, 'major', 1), assignee_id } as unknown as Shown
  const doings = { act: async () => true, busy: false, error: null } as never
  stage(<HandOverDialog alarm={shown} doings={doings} onClose={() => {}} />)
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('Li Wei')
  expect(within(dialog).queryAllByText('Nobody: give it back').length > 0).toBe(offered)
})
