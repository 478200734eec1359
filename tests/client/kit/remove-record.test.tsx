import { screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EntityList } from '../../../src/client/kit/records/entity-list.tsx'
import { EntityPage } from '../../../src/client/kit/records/page/entity-page.tsx'
import { customer } from '../../../src/shared/entities/customer.ts'
import { type Asked, asked, ok, page, serve, signIn, speak, stage } from '../stage.tsx'
import { customerRow } from './rows.ts'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const REMOVE = '/system/client/delete'
const RESTORE = '/system/client/restore'
const row = customerRow({ id: 7, account: 'liwei' })

/** A server with one customer, whose deletion ends as told. */
const withOne = (removal: (one: Asked) => object) =>
  serve((one) => {
    if (one.path === '/system/client/index') return page([row])
    if (one.path === REMOVE) return removal(one)
    return one.path === RESTORE ? ok(null) : undefined
  })

async function press() {
  stage(<EntityPage entity={customer} id={7} />)
  await user.click(await shown.findByRole('button', { name: 'Delete' }))
}
const bodies = (all: Asked[], path: string) => asked(all, path).map(({ body }) => body)

describe('deleting a record', () => {
  test('that leaves nothing behind asks in the words for what is lost for good', async () => {
    const all = withOne(() => ok({ erased: [7], archived: [] }))
    await press()
    const dialog = within(await shown.findByRole('dialog', { name: 'Are you sure to delete?' }))
    const text = 'This operation will permanently delete liwei, do you want to continue?'
    expect(dialog.getByText(text)).toBeTruthy()
    expect(bodies(all, REMOVE)).toEqual([{ ids: [7], dry_run: true }])
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await shown.findByText('successfully deleted')).toBeTruthy()
    expect(bodies(all, REMOVE).at(-1)).toEqual({ ids: [7] })
    expect(shown.queryByText('Undo')).toBeNull()
  })

  test('with a history says that it is archived, and can be undone', async () => {
    const all = withOne(() => ok({ erased: [], archived: [7] }))
    await press()
    const dialog = within(await shown.findByRole('dialog', { name: 'Archive liwei?' }))
    await user.click(dialog.getByRole('button', { name: 'Archive' }))
    await user.click(await shown.findByText('Undo'))
    await waitFor(() => expect(bodies(all, RESTORE)).toEqual([{ ids: [7] }]))
  })

  test('is done only when one says so', async () => {
    const all = withOne(() => ok({ erased: [7], archived: [] }))
    await press()
    const dialog = within(await shown.findByRole('dialog', { name: 'Are you sure to delete?' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(bodies(all, REMOVE)).toEqual([{ ids: [7], dry_run: true }])
  })

  test('that is in use shows by what, without asking first', async () => {
    const uses = [
      { entity: 'customer', field: 'balance_cents', ids: [7], titles: ['¥ 12.50'], count: 1 },
      { entity: 'card', ids: [1, 2, 3], titles: ['A1', 'B2', 'C3'], count: 5 },
    ]
    withOne(() => ({ code: 409, message: 'In use.', data: { uses } }))
    await press()
    const dialog = within(await shown.findByRole('dialog', { name: 'It is still in use' }))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Balance: ¥ 12.50',
      'Cards: A1, B2, C3 and 2 more',
    ])
  })
})

describe('an archived record', () => {
  const archived = { ...row, archived_at: '2026-11-20T08:00:00.000Z' }
  const serving = () =>
    serve(({ path }) => {
      if (path === '/system/client/index') return page([archived])
      return path === RESTORE ? ok(null) : undefined
    })

  test('says so on its page, and can only be brought back', async () => {
    const all = serving()
    const more = vi.fn(() => [{ key: 'top_up', label: 'Top up' }])
    stage(<EntityPage entity={customer} id={7} actions={more} />)
    expect(await shown.findByText(/^Archived 20 Nov 2026/)).toBeTruthy()
    for (const name of ['Delete', 'Edit', 'Top up']) expect(shown.queryByRole('button', { name })).toBeNull()
    await user.click(shown.getByRole('button', { name: 'Bring back' }))
    await waitFor(() => expect(bodies(all, RESTORE)).toEqual([{ ids: [7] }]))
  })

  test('is asked for by a filter that the address holds, and offers no more than that in its row', async () => {
    const all = serving()
    stage(<EntityList entity={customer} />, { path: '/customers?archived=true' })
    expect(await shown.findByRole('button', { name: 'Bring back' })).toBeTruthy()
    expect(shown.getByRole('button', { name: /Remove filter Archived: only those/ })).toBeTruthy()
    expect(bodies(all, '/system/client/index').at(-1)).toMatchObject({ archived: ['true'] })
    expect(shown.queryByRole('link', { name: 'Edit' })).toBeNull()
  })

  test('whose name was taken meanwhile says why it cannot come back', async () => {
    serve(({ path }) => {
      if (path === '/system/client/index') return page([archived])
      return path === RESTORE ? { code: 409, message: 'Another record has its name.', data: null } : undefined
    })
    stage(<EntityPage entity={customer} id={7} />)
    await user.click(await shown.findByRole('button', { name: 'Bring back' }))
    expect(await shown.findByText('Another record has its name.')).toBeTruthy()
  })
})

describe('a record that the server deletes for nobody', () => {
  test('offers it on neither its page nor its row', async () => {
    withOne(() => ok(null))
    const stays = ({ id }: { id: number }) => id === 7
    const { unmount } = stage(<EntityPage entity={customer} id={7} stays={stays} />)
    await shown.findByRole('link', { name: 'Edit' })
    expect(shown.queryByRole('button', { name: 'Delete' })).toBeNull()
    unmount()
    const list = stage(<EntityList entity={customer} name="who stays" stays={stays} />)
    await shown.findByRole('link', { name: 'Edit' })
    expect(shown.queryByRole('button', { name: /^More/ })).toBeNull()
    list.unmount()
    stage(<EntityList entity={customer} name="who stays" />)
    expect(await shown.findByRole('button', { name: /^More/ })).toBeTruthy()
  })
})
