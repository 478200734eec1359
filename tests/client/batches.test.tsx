import { screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { BatchList } from '../../src/client/batches/batch-list.tsx'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { cancelBatch, editBatch, exportBatch, resumeBatch } from '../../src/shared/endpoints/batches.ts'
import type { BatchTask } from '../../src/shared/entities/batch-task.ts'
import { asked, ok, page, type Screen, serve, signIn, speak, stage } from './stage.tsx'

const LIST = '/system/device/batch-device-task'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  store.set(homesAtom, { batch_task: '/device/batch', pile: '/device/chargingPoint', label: '/device/labels' })
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const row = (given: Partial<BatchTask> = {}): BatchTask => ({
  id: 7,
  version: 3,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  number: 'B000007',
  site_id: 1,
  site: { id: 1, title: 'Harbour North' },
  pile_type_id: 2,
  pile_type: { id: 2, title: 'DC 120 kW' },
  merchant_id: null,
  merchant: null,
  quantity: 10_000,
  made: 4_200,
  state: 'running',
  problem: null,
  finished_at: null,
  ...given,
})

async function list(task: BatchTask, screen: Screen = 'wide') {
  const all = serve(({ path }) => (path === LIST ? page([task]) : path === exportBatch.path ? undefined : ok(task)))
  stage(<BatchList />, { screen, path: '/device/batch' })
  await shown.findByText('B000007')
  return all
}
/** Menus stand in the top layer, which jsdom takes for hidden. */
const hidden = { hidden: true }
const menu = () =>
  user.click(within(shown.getAllByRole('row')[1] as HTMLElement).getByRole('button', { name: /^More/ }))
async function press(name: string) {
  await menu()
  await user.click(await shown.findByRole('menuitem', { name, ...hidden }))
}

test.each<Screen>(['wide', 'phone'])('a batch that runs shows on a %s screen how far it is', async (screen) => {
  await list(row(), screen)
  const bar = shown.getByRole<HTMLProgressElement>('progressbar', { name: '4,200 of 10,000' })
  expect([bar.value, bar.max]).toEqual([4_200, 10_000])
})

test('cancelling keeps what was made, unless the person wants it gone', async () => {
  const all = await list(row())
  await press('Cancel batch')
  const dialog = within(shown.getByRole('dialog'))
  expect(dialog.queryByText(/stays in any case/)).toBeNull()
  await user.click(dialog.getByLabelText('Remove what was made as well'))
  dialog.getByText(/stays in any case/)
  await user.click(dialog.getByRole('button', { name: 'Cancel batch' }))
  await waitFor(() => expect(asked(all, cancelBatch.path).map(({ body }) => body)).toEqual([{ id: 7, keep: false }]))
})

test('what failed can be tried again, what is done can not be cancelled', async () => {
  const all = await list(row({ state: 'failed' }))
  await press('Try again')
  await waitFor(() => expect(asked(all, resumeBatch.path)).toHaveLength(1))
})

test('what waits is edited, with what is wrong at its field', async () => {
  const all = await list(row({ state: 'waiting', made: 0 }))
  const rows = within(shown.getAllByRole('row')[1] as HTMLElement)
  await user.click(rows.getByRole('button', { name: 'Edit' }))
  const dialog = within(shown.getByRole('dialog', { name: 'Edit batch B000007' }))
  const quantity = dialog.getByLabelText(/Quantity/)
  await user.clear(quantity)
  await user.type(quantity, '20000')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Between 1 and 10,000.')).toBeTruthy()
  await user.clear(quantity)
  await user.type(quantity, '25')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked(all, editBatch.path).map(({ body }) => body)).toEqual([
      { id: 7, version: 3, site_id: 1, pile_type_id: 2, merchant_id: null, quantity: 25 },
    ]),
  )
})

test('a batch that is done offers its piles, its workbook and its labels, and nothing to stop', async () => {
  await list(row({ state: 'done', made: 10_000 }))
  await menu()
  const items = (await shown.findAllByRole('menuitem', hidden)).map(({ textContent }) => textContent)
  expect(items).toEqual(['Export', 'Print labels'])
  expect(shown.getByRole('link', { name: 'Its piles' }).getAttribute('href')).toBe(
    '/device/chargingPoint?batch_task_id=7',
  )
})

test('a workbook that is refused says why and stays to be tried again', async () => {
  const all = await list(row({ state: 'done' }))
  await press('Export')
  const dialog = within(shown.getByRole('dialog'))
  await user.click(dialog.getByLabelText(/new password for each pile/))
  dialog.getByText(/the only place to read them/)
  await user.click(dialog.getByRole('button', { name: 'Save workbook' }))
  await dialog.findByText(/404/)
  expect(asked(all, exportBatch.path)[0]?.body).toEqual({ id: 7, passwords: true })
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save workbook' }).disabled).toBe(false)
})

test('who may not change piles is not offered passwords', async () => {
  signIn(['batch_task.list', 'batch_task.export'])
  await list(row({ state: 'done' }))
  await press('Export')
  expect(within(shown.getByRole('dialog')).queryByRole('checkbox')).toBeNull()
})
