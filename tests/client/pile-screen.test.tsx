import { fireEvent, screen as shown, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PileView } from '../../src/client/piles/page/pile.ts'
import { ScreenTab } from '../../src/client/piles/screen/screen-tab.tsx'
import { type Asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
afterEach(() => vi.unstubAllGlobals())

const view = {
  pile: { id: 7, state: 'available' },
  commands: ['read_messages', 'show_message', 'remove_message'],
} as unknown as PileView

const message = (number: number, text: string, more: object = {}) => ({
  ...{ number, format: 'utf8', priority: 'normal', shown_while: null, starts_at: null, ends_at: null },
  ...{ texts: [{ language: null, text }], ...more },
})
const held = (of: object, state = 'held', differences: string[] = []) => ({
  ...{ message: of, state, differences, order: null, saved: null, sent_at: '2026-11-20T07:00:00Z', told_at: null },
})
const takes = { shows: true, formats: ['utf8'], priorities: null, states: null, languages: null, most: 5 }
const messages = [
  held(message(1, 'Out of order', { priority: 'always_front' }), 'differs', ['text', 'ends_at']),
  held(message(2, 'Lost'), 'missing'),
  held(message(9, 'Foreign', { shown_while: 'charging' }), 'strange'),
]
let asked: Asked[] = []
beforeEach(() => {
  asked = []
  signIn(['pile.read_messages', 'pile.show_message', 'pile.remove_message'])
  serve((call) => {
    asked.push(call)
    if (call.path === '/system/device/screen')
      return ok({ messages, takes, sessions: [{ order_id: 31, connector_number: 2 }] })
    return ok({ command: { status: 'done', answer: null } })
  })
})

test.each(['wide', 'phone'] as const)(
  'what a screen holds, what it shows, and what is wrong with it: %s',
  async (size) => {
    stage(<ScreenTab view={view} />, { screen: size })
    const screen = await shown.findByRole('figure', { name: 'Screen of the pile' })
    expect(screen.textContent).toBe('Out of order')
    for (const word of ['Differs', 'Missing', 'Not given here']) expect(shown.getByText(word)).toBeTruthy()
    expect(shown.getByText(/otherwise than it was given: text, until/)).toBeTruthy()
    expect(shown.getByText(/In the cycle · while charging/)).toBeTruthy()
  },
)

test('a text is typed, seen as it will look, and goes with the session it is for', async () => {
  stage(<ScreenTab view={view} />)
  fireEvent.click(await shown.findByRole('button', { name: 'Show a text' }))
  const dialog = within(await shown.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Out of order' }))
  expect(dialog.getByRole('figure').textContent).toBe('Out of order')
  fireEvent.change(dialog.getByRole('textbox', { name: /Text/ }), { target: { value: 'Back at six' } })
  expect(dialog.getByRole('figure').textContent).toBe('Back at six')
  fireEvent.click(dialog.getByRole('button', { name: 'Show a text' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === '/system/device/show_message')?.body).toMatchObject({
      ...{ id: 7, text: 'Back at six', priority: 'always_front', order_id: null },
    }),
  )
})

test('a message is taken away after a question', async () => {
  stage(<ScreenTab view={view} />)
  fireEvent.click(await shown.findByRole('button', { name: /Take from the screen: Message 9/ }))
  const question = within(await shown.findByRole('dialog'))
  fireEvent.click(question.getByRole('button', { name: 'Take from the screen' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === '/system/device/remove_message')?.body).toMatchObject({
      message_number: 9,
    }),
  )
})

test('who may only look, or a pile that is away, is offered nothing', async () => {
  signIn(['pile.read_messages'])
  const away = { ...view, pile: { id: 7, state: 'offline' } } as unknown as PileView
  stage(<ScreenTab view={away} />)
  await shown.findByText(/not connected/)
  expect(shown.queryByRole('button', { name: /Show a text|Take|Read/ })).toBeNull()
})
