import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Editor } from '../../src/client/dashboard/edit/editor.tsx'
import type { Known } from '../../src/shared/widgets/layout.ts'
import { type Asked, asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
afterEach(cleanup)

const text = (id: string, y: number, said: string): Known => ({
  ...{ id, widget: 'text' as const, x: 0, y, w: 12, h: 4 },
  settings: { title: said, text: said },
})
const TWO = [text('first', 0, 'First'), text('second', 4, 'Second')]

let calls: readonly Asked[]
let closed: ReturnType<typeof vi.fn>
beforeEach(() => {
  signIn(['dashboard.view'])
  closed = vi.fn()
  calls = serve(({ path }) => (path.endsWith('-layout') ? ok({ of: 'own', widgets: TWO }) : undefined))
  // jsdom lays nothing out: the grid asks how wide it is.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})

const edit = (size: 'wide' | 'phone' = 'wide') =>
  stage(<Editor placed={TWO} onClose={closed as never} />, { screen: size })
const kept = async () => {
  await waitFor(() => expect(asked(calls, '/system/index/save-layout')).toHaveLength(1))
  return asked(calls, '/system/index/save-layout')[0]?.body.widgets as Known[]
}
const keep = () => userEvent.click(screen.getByRole('button', { name: 'Keep' }))
const handle = (name: string) => screen.findByRole('button', { name: `Move ${name}` })
const said = () => screen.getByText((_, element) => element?.matches('p[role=status]') ?? false).textContent

test('arrow keys move a widget and Shift with them resizes it, said aloud and kept', async () => {
  edit()
  ;(await handle('First')).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(said()).toBe('First: column 3, row 1, 12 wide, 4 high.')
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}')
  expect(said()).toBe('First: column 3, row 1, 13 wide, 5 high.')
  expect(screen.getByText('Editing · not kept yet')).toBeTruthy()
  await keep()
  expect((await kept()).map(({ id, x, y, w, h }) => [id, x, y, w, h])).toEqual([
    ['first', 2, 0, 13, 5],
    ['second', 0, 5, 12, 4],
  ])
  await waitFor(() => expect(closed).toHaveBeenCalled())
})

test('at the edge it is said that it goes no further, and nothing is to be kept', async () => {
  edit()
  ;(await handle('First')).focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(said()).toBe('It goes no further.')
  expect(screen.queryByText('Editing · not kept yet')).toBeNull()
})

test('a step is taken back, by the button or by Ctrl and Z', async () => {
  edit()
  ;(await handle('First')).focus()
  await userEvent.keyboard('{ArrowDown}{Delete}')
  expect(screen.queryByRole('button', { name: 'Move First' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo the last step' }))
  await handle('First')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(screen.queryByText('Editing · not kept yet')).toBeNull()
  await keep()
  expect(await kept()).toEqual(TWO)
})

test('a widget is added with what is set of it, or not at all', async () => {
  edit()
  const tray = screen.getByRole('region', { name: 'Add a widget' })
  await userEvent.click(within(tray).getByRole('button', { name: /^Text/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Text' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  expect(await within(dialog).findByText('Please fill this in.')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText(/^Text/), 'Call 400 820')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  await keep()
  expect((await kept()).at(-1)).toMatchObject({ widget: 'text', y: 8, settings: { text: 'Call 400 820' } })
})

test('what is not for this person is not offered, and what is there once is not offered again', async () => {
  edit()
  const tray = screen.getByRole('region', { name: 'Add a widget' })
  expect(within(tray).queryByRole('button', { name: /Failure map/ })).toBeNull()
  await userEvent.click(within(tray).getByRole('button', { name: /Needs attention/ }))
  await handle('Needs attention')
  expect(within(tray).queryByRole('button', { name: /Needs attention/ })).toBeNull()
})

test('on a phone they are put in order with buttons, and a wide screen’s places stay', async () => {
  edit('phone')
  await userEvent.click(await screen.findByRole('button', { name: 'Second up' }))
  expect(said()).toBe('Second: 1 of 2.')
  expect((screen.getByRole('button', { name: 'Second up' }) as HTMLButtonElement).disabled).toBe(true)
  await keep()
  expect((await kept()).map(({ id, y }) => [id, y])).toEqual([
    ['second', 4],
    ['first', 0],
  ])
})

test('nobody else’s layout is offered to who may not set it', async () => {
  edit()
  await handle('First')
  expect(screen.queryByRole('button', { name: /whose/i })).toBeNull()
  expect(asked(calls, '/system/index/layout-audiences')).toEqual([])
})

test('who may makes it everybody’s', async () => {
  signIn(['dashboard.view', 'dashboard.arrange'])
  calls = serve(({ path }) => {
    if (path === '/system/index/layout-audiences')
      return ok({ everybody: false, roles: [{ id: 7, name: 'Night shift', kept: true }] })
    return path === '/system/index/shared-layout' ? ok({ widgets: null }) : ok(null)
  })
  edit()
  await userEvent.click(await screen.findByRole('button', { name: 'Whose layout is changed' }))
  expect(await screen.findByRole('menuitemradio', { name: 'Night shift', hidden: true })).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'everybody', hidden: true }))
  await screen.findByText('Layout: everybody')
  await keep()
  await waitFor(() => expect(asked(calls, '/system/index/save-shared-layout')).toHaveLength(1))
  expect(asked(calls, '/system/index/save-shared-layout')[0]?.body).toMatchObject({ role_id: null, widgets: TWO })
})

test('what the server refuses of a widget is asked of that widget again, with the reason at its field', async () => {
  const why = 'There is no such text.'
  calls = serve(({ path }) =>
    path === '/system/index/save-layout'
      ? { code: 422, message: 'Please check what you entered.', data: { errors: { 'widgets.1.settings.text': why } } }
      : ok({ of: 'own', widgets: TWO }),
  )
  edit()
  ;(await handle('Second')).focus()
  await userEvent.keyboard('{ArrowRight}')
  await keep()
  const dialog = await screen.findByRole('dialog', { name: 'Text' })
  expect(within(dialog).getByText(why)).toBeTruthy()
  expect(within(dialog).getAllByDisplayValue('Second')).toHaveLength(2)
  expect(screen.queryByText('Please check what you entered.')).toBeNull()
  expect(closed).not.toHaveBeenCalled()
})
