import { act, screen as shown, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { EntityForm } from '../../../src/client/kit/forms/entity-form.tsx'
import { forgetAllPrivate } from '../../../src/client/kit/session/private.ts'
import { personAtom } from '../../../src/client/kit/session/session.ts'
import { store } from '../../../src/client/kit/session/store.ts'
import { mayLeave } from '../../../src/client/kit/ui/navigation-blocker.ts'
import { merchant } from '../../../src/shared/entities/merchant.ts'
import { asked, ok, type Screen, serve, signIn, speak, stage } from '../stage.tsx'

const CREATE = '/system/merchant/create'
const UPDATE = '/system/merchant/update'
const kept = {
  id: 3,
  version: 1,
  name: 'Volt',
  address: null,
  contact: null,
  phone: null,
  status: 'enabled',
  remark: null,
}

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  forgetAllPrivate('draft/')
})
afterEach(() => vi.unstubAllGlobals())

const user = userEvent.setup()
const name = () => shown.getByLabelText(/^Name/) as HTMLInputElement
const button = (words: string | RegExp) => shown.getByRole('button', { name: words })
function open(row: object | null, screen: Screen = 'wide') {
  const closed = vi.fn()
  const view = stage(<EntityForm entity={merchant as never} row={row as never} onClose={closed} />, { screen })
  return { closed, ...view }
}
const question = () => shown.findByRole('dialog', { name: 'Leave without saving?' })

describe('leaving a form', () => {
  test.each([
    ['a new record', null],
    ['a record', kept],
  ])('of %s asks when something was entered, and stays when the person thinks again', async (_, row) => {
    serve(() => undefined)
    const { closed } = open(row)
    await user.type(name(), 'x')
    await user.click(button('Cancel'))
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    expect(closed).not.toHaveBeenCalled()
    expect(name().value).toMatch(/x$/)
    await user.click(button('Cancel'))
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(localStorage.getItem('draft/merchant')).toBeNull()
  })

  test('by a link asks too, and goes on when the person means it', async () => {
    serve(() => undefined)
    const { router } = open(kept)
    await user.type(name(), 'x')
    void router.navigate('/elsewhere')
    const dialog = await question()
    expect(router.state.location.pathname).toBe('/')
    await user.click(within(dialog).getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/elsewhere'))
  })

  test('and reloading is asked about by the browser while there is something to lose', async () => {
    serve(() => undefined)
    open(kept)
    const reload = () => {
      const event = new Event('beforeunload', { cancelable: true })
      dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(reload()).toBe(false)
    await user.type(name(), 'x')
    expect(reload()).toBe(true)
    await user.type(name(), '{Backspace}')
    expect(reload()).toBe(false)
  })

  test('because the session has ended asks nothing: the way to the sign-in is free, and the entries wait', async () => {
    serve(() => undefined)
    const { router, unmount } = open(null)
    await user.type(name(), 'Volt')
    act(() => store.set(personAtom, null))
    await act(() => router.navigate('/login'))
    expect(router.state.location.pathname).toBe('/login')
    expect(shown.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull()
    unmount()
    signIn()
    open(null)
    expect(name().value).toBe('Volt')
  })

  test('by signing out asks before anything ends', async () => {
    serve(() => undefined)
    open(kept)
    expect(await mayLeave()).toBe(true)
    await user.type(name(), 'x')
    const thinksAgain = mayLeave()
    await user.click(within(await question()).getByRole('button', { name: 'Cancel' }))
    expect(await thinksAgain).toBe(false)
    const meansIt = mayLeave()
    await user.click(within(await question()).getByRole('button', { name: 'Leave' }))
    expect(await meansIt).toBe(true)
  })

  test('asks nothing when nothing was entered', async () => {
    serve(() => undefined)
    const { closed } = open(kept)
    await user.click(button('Cancel'))
    expect(closed).toHaveBeenCalledOnce()
  })

  test('of a new record on a phone keeps it as a draft, which can be thrown away', async () => {
    serve(() => undefined)
    const first = open(null, 'phone')
    await user.type(name(), 'Volt')
    await user.click(button('Close'))
    expect(first.closed).toHaveBeenCalledOnce()
    first.unmount()
    open(null, 'phone')
    expect(name().value).toBe('Volt')
    expect(shown.getByText('Your unfinished entries are back.')).toBeTruthy()
    await user.click(button('Start over'))
    expect(name().value).toBe('')
    expect(localStorage.getItem('draft/merchant')).toBeNull()
  })
})

describe('saving a form', () => {
  test('is done by Ctrl and Enter from any of its inputs', async () => {
    const all = serve(({ path }) => (path === UPDATE ? ok({ ...kept, version: 2 }) : undefined))
    const { closed } = open(kept)
    await user.type(name(), ' Charging{Control>}{Enter}{/Control}')
    await waitFor(() => expect(closed).toHaveBeenCalledOnce())
    expect(asked(all, UPDATE).map(({ body }) => body.name)).toEqual(['Volt Charging'])
  })

  test('and adding another begins anew under a new key', async () => {
    const all = serve(({ path }) => (path === CREATE ? ok(kept) : undefined))
    const { closed } = open(null)
    for (const one of ['Volt', 'Watt']) {
      await user.type(name(), one)
      await user.click(button('Save and add another'))
      await waitFor(() => expect(name().value).toBe(''))
    }
    expect(closed).not.toHaveBeenCalled()
    const sent = asked(all, CREATE)
    expect(sent.map(({ body }) => body.name)).toEqual(['Volt', 'Watt'])
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
    expect(document.activeElement).toBe(name())
    await user.click(button('Cancel'))
    expect(closed).toHaveBeenCalledOnce()
  })

  test('that the server refuses leads to the first field at fault', async () => {
    serve(({ path }) =>
      path === CREATE
        ? { code: 422, message: 'Please check.', data: { errors: { remark: 'Too loud.', phone: 'No such number.' } } }
        : undefined,
    )
    open(null)
    await user.type(name(), 'Volt')
    await user.click(button('Save'))
    expect(await shown.findByText('No such number.')).toBeTruthy()
    expect(shown.getByText('Too loud.')).toBeTruthy()
    expect(document.activeElement).toBe(shown.getByLabelText(/phone/))
  })

  test('is not offered as "another" where a record is edited', () => {
    serve(() => undefined)
    open(kept)
    expect(shown.queryByRole('button', { name: 'Save and add another' })).toBeNull()
  })
})

test('a text says how much of its room is used: a long one always, a short one near its end', async () => {
  serve(() => undefined)
  open(null)
  expect(shown.getByText('0 of 500')).toBeTruthy()
  await user.type(name(), 'x'.repeat(47))
  expect(shown.queryByText(/of 60/)).toBeNull()
  await user.type(name(), 'x')
  expect(shown.getByText('48 of 60')).toBeTruthy()
  await user.type(name(), 'y'.repeat(20))
  // None of it is cut off.
  expect(name().value).toHaveLength(68)
  expect(shown.getByText('At most 60 characters, 8 too many.')).toBeTruthy()
})
