import { screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { AddCardsDialog } from '../../src/client/cards/add-cards-dialog.tsx'
import { CardGroupList } from '../../src/client/cards/card-group-list.tsx'
import { CardList } from '../../src/client/cards/card-list.tsx'
import { CardPlaces } from '../../src/client/cards/card-places.tsx'
import { CorrectDialog } from '../../src/client/customers/correct-dialog.tsx'
import { PasswordDialog } from '../../src/client/customers/password-dialog.tsx'
import { customerRow } from './kit/rows.ts'
import { type Asked, asked, ok, page, type Screen, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const bodies = (all: Asked[], path: string) => asked(all, path).map(({ body }) => body)
const card = (given: object = {}) => ({
  id: 5,
  version: 1,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  archived_at: null,
  number: '04A1',
  customer_id: 7,
  customer: { id: 7, title: 'liwei' },
  allocation: 'allocated',
  status: 'normal',
  block_reason: null,
  remark: null,
  ...given,
})

describe('blocking a card', () => {
  async function open(running: number) {
    const all = serve(({ path }) => {
      if (path === '/system/device-car/index') return page([card()])
      if (path === '/system/device-car/history') return ok({ running, events: [], places: [], elsewhere: 0 })
      return path === '/system/device-car/block' ? ok({ running, stopped: running }) : undefined
    })
    stage(<CardList />)
    await user.click(await shown.findByRole('button', { name: 'Block' }))
    return { all, dialog: within(await shown.findByRole('dialog', { name: 'Block card 04A1' })) }
  }

  test('asks what becomes of the session that runs on it', async () => {
    const { all, dialog } = await open(1)
    await user.click(await dialog.findByRole('combobox', { name: 'Blocked because' }))
    await user.click(await shown.findByText('Damaged'))
    expect(await dialog.findByText('1 session runs on it now. What becomes of it?')).toBeTruthy()
    await user.click(dialog.getByRole('radio', { name: 'Keep charging; the customer pays as usual' }))
    await user.click(dialog.getByRole('button', { name: 'Block' }))
    await waitFor(() =>
      expect(bodies(all, '/system/device-car/block')).toEqual([{ id: 5, reason: 'damaged', remark: '', stop: false }]),
    )
  })

  test('says that what runs on a card in the wrong hands is stopped', async () => {
    const { dialog } = await open(1)
    expect(await dialog.findByText(/is stopped, and waits for somebody/)).toBeTruthy()
    expect(dialog.queryByRole('radio')).toBeNull()
  })

  test('asks nothing of the kind while none runs', async () => {
    const { all, dialog } = await open(0)
    await waitFor(() => expect(asked(all, '/system/device-car/history')).toHaveLength(1))
    expect(dialog.queryByRole('radio')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Block' }))
    await waitFor(() => expect(bodies(all, '/system/device-car/block')).toMatchObject([{ stop: false }]))
  })
})

test.each([
  ['one that someone has', {}, ['Block', 'Take back']],
  ['a free one', { customer_id: null, customer: null }, ['Give to a customer', 'Block']],
  ['a blocked one', { status: 'blocked' }, ['Unblock', 'Take back']],
])('%s can be dealt with as it is', async (_, given, names) => {
  serve(({ path }) => (path === '/system/device-car/index' ? page([card(given)]) : undefined))
  stage(<CardList />)
  await user.click(within(await shown.findByRole('row', { name: /04A1/ })).getByRole('button', { name: 'More' }))
  await shown.findByRole('menu', { hidden: true })
  const all = shown.getAllByText(/^(Block|Unblock|Take back|Give to a customer)$/).map(({ textContent }) => textContent)
  expect(all).toEqual(names)
})

test('cards are taken in by the row: the field stays open, and what is refused can be sent again', async () => {
  let taken = true
  const all = serve(({ path, body }) => {
    if (path !== '/system/device-car/create') return undefined
    if (body.number === '04B2' && taken)
      return { code: 409, message: 'Taken.', data: { errors: { number: 'This is taken already.' } } }
    return ok(card({ number: body.number }))
  })
  stage(<AddCardsDialog onClose={() => {}} />)
  const field = shown.getByLabelText('Card number')
  await user.type(field, '04A1{Enter}04B2{Enter}04C3{Enter}')
  expect(document.activeElement).toBe(field)
  expect(await shown.findByText('2 cards added')).toBeTruthy()
  expect(shown.getByText('This is taken already.')).toBeTruthy()
  taken = false
  await user.click(shown.getByRole('button', { name: 'Try again' }))
  expect(await shown.findByText('3 cards added')).toBeTruthy()
  const keys = asked(all, '/system/device-car/create').map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(3)
})

describe.each<Screen>(['wide', 'phone'])('on a %s screen', (screen) => {
  test('a correction goes either way and says what the balance will be', async () => {
    const all = serve(({ path }) =>
      path === '/system/client/correct' ? ok({ balance_cents: 705, number: 'L000000012' }) : undefined,
    )
    const closed = vi.fn()
    stage(<CorrectDialog customer={customerRow({ id: 7, balance_cents: 1205 })} onClose={closed} />, { screen })
    await user.click(shown.getByRole('button', { name: 'Correct the balance' }))
    expect(shown.getAllByText('Please fill this in.')).toHaveLength(2)
    await user.click(shown.getByRole('radio', { name: 'Take off' }))
    await user.type(shown.getByLabelText(/^Amount/), '5')
    await user.type(shown.getByLabelText(/^Reason/), 'paid in twice')
    expect(shown.getByText(/^¥\s7\.05$/)).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Correct the balance' }))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(bodies(all, '/system/client/correct')).toEqual([{ id: 7, amount_cents: -500, remark: 'paid in twice' }])
    expect(shown.getByText(/the balance is ¥\s7\.05\. Receipt L000000012/)).toBeTruthy()
  })

  test('a new password is typed twice the same, or made', async () => {
    const all = serve(({ path }) => (path === '/system/client/reset-password' ? ok(null) : undefined))
    stage(<PasswordDialog customer={customerRow({ id: 7 })} onClose={() => {}} />, { screen })
    await user.type(shown.getByLabelText(/^New password \*/), 'one password')
    await user.type(shown.getByLabelText(/once more/), 'another')
    expect(shown.getByText('Entered passwords differ')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Generate' }))
    expect(shown.queryByText('Entered passwords differ')).toBeNull()
    await user.click(shown.getByRole('button', { name: 'Set a new password' }))
    await waitFor(() => expect(bodies(all, '/system/client/reset-password')).toHaveLength(1))
    const [sent] = bodies(all, '/system/client/reset-password')
    expect(sent).toEqual({ id: 7, password: sent?.password_again, password_again: expect.stringMatching(/^\w{12}$/) })
  })
})

describe('the piles that decide about a card by themselves', () => {
  const place = (given: object = {}) => ({
    ...{ pile_id: 8, station_number: 'CD-8', by: 'list', state: 'blocked', word: null },
    ...given,
  })
  const show = (history: object) => {
    const all = serve(({ path }) =>
      path === '/system/device-car/history' ? ok({ running: 0, events: [], ...history }) : undefined,
    )
    stage(<CardPlaces id={5} />)
    return all
  }

  test('are named with what each was told and how it refused', async () => {
    const refused = place({ pile_id: 9, station_number: 'CD-9', by: 'cache', state: 'refused', word: 'NotSupported' })
    show({ places: [place(), refused], elsewhere: 2 })
    expect(await shown.findByText('CD-8')).toBeTruthy()
    const lines = shown.getAllByRole('listitem').map((item) => item.textContent)
    expect(lines).toEqual([
      'CD-8 Local listConfirmed: blocked in its list.',
      expect.stringMatching(/^CD-9 Authorization cacheNot confirmed: the pile refused .* \(NotSupported\)$/),
      'Not confirmed at 2 piles that you do not see.',
    ])
  })

  test.each([
    ['waiting', /may still let this card in/],
    ['unblocking', /still refuses this card/],
    ['removed', /taken out of its list/],
  ])('say it where it is %s', async (state, words) => {
    show({ places: [place({ state })], elsewhere: 0 })
    expect(await shown.findByText(words)).toBeTruthy()
  })

  test('show nothing where there is none', async () => {
    const all = show({ places: [], elsewhere: 0 })
    await waitFor(() => expect(asked(all, '/system/device-car/history')).toHaveLength(1))
    expect(shown.queryByText('At piles that decide by themselves')).toBeNull()
  })
})

test('on a phone the card of a group says what its number counts, and nothing where there is none', async () => {
  const group = { ...card(), kind: 'drivers', name: null, customer_id: null, customer: null }
  serve(({ path }) =>
    path === '/system/card_group/index'
      ? page([
          { ...group, id: 1, number: 'G1', at_once: 2 },
          { ...group, id: 2, number: 'G2', at_once: null },
        ])
      : undefined,
  )
  stage(<CardGroupList />, { screen: 'phone' })
  const [limited, free] = await shown.findAllByRole('article')
  expect(limited?.textContent).toContain('At most 2 sessions at once')
  expect(free?.textContent).not.toContain('at once')
})
