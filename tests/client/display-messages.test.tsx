import { fireEvent, screen as shown, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MessagePage } from '../../src/client/display-messages/message-page.tsx'
import { MessagePreview } from '../../src/client/display-messages/message-preview.tsx'
import { type Asked, ok, page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
afterEach(() => vi.unstubAllGlobals())

const message = {
  ...{ id: 5, name: 'Closing', texts: { en: 'Closed at six', 'zh-CN': '六点关门' }, language: 'zh-CN', format: 'utf8' },
  ...{ priority: 'normal', shown_while: null, starts_at: null, ends_at: null, site_ids: [1], pile_type_ids: [] },
  ...{ is_delete: false, pushed_at: '2026-11-20T07:00:00Z', pushed_version: 1, version: 2, archived_at: null },
  ...{ created_at: '2026-11-20T07:00:00Z', updated_at: '2026-11-20T07:00:00Z' },
  piles: { held: 1, outdated: 2, drifted: 1, open: 0 },
}
const row = (id: number, more: object) => ({
  ...{ pile: { id, title: `CD-${id}` }, site: null, holds: 'held', state: 'done', is_clear: false, waits_for: null },
  ...{ said: null, campaign_id: 3, at: '2026-11-20T07:00:00Z', told_at: null, ...more },
})
const rows = [
  row(1, { holds: 'missing' }),
  row(2, { holds: 'never', state: 'refused', said: 'NotSupportedPriority' }),
  row(3, { holds: 'never', state: 'pending', waits_for: 'pile' }),
  row(4, {}),
]
let asked: Asked[] = []
beforeEach(() => {
  asked = []
  signIn(['*'])
  serve((call) => {
    asked.push(call)
    if (['/system/display_message/index', '/system/display_message/view'].includes(call.path)) return page([message])
    if (call.path === '/system/display_message/piles') return ok({ total: 4, page: 1, pageSize: 20, summary: {}, rows })
    return call.path === '/system/display_message/push' ? ok({ campaign_id: 9, piles: 4 }) : ok([])
  })
})

test.each(['wide', 'phone'] as const)(
  'a message says how it looks and how each of its piles stands: %s',
  async (size) => {
    stage(<MessagePage id={5} />, { screen: size })
    expect(await shown.findByText('CD-1')).toBeTruthy()
    const screens = shown.getAllByRole('figure').map(({ textContent }) => textContent)
    // First what a screen of one language shows.
    expect(screens).toEqual(['六点关门', 'Closed at six'])
    for (const word of ['Missing', 'Shown', 'Its screen has no such place'])
      expect(shown.getByText(word, { exact: false })).toBeTruthy()
    expect(shown.getByText(/It was changed since it was given/)).toBeTruthy()
  },
)

test('it is given to its piles as a campaign', async () => {
  stage(<MessagePage id={5} />)
  fireEvent.click(await shown.findByRole('button', { name: 'Give to piles' }))
  const dialog = within(await shown.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Give' }))
  await vi.waitFor(() =>
    expect(asked.find(({ path }) => path === '/system/display_message/push')?.body).toMatchObject({
      ...{ id: 5, clear: false, wait_hours: 24 },
    }),
  )
})

test('some piles have to be named', async () => {
  stage(<MessagePage id={5} />)
  fireEvent.click(await shown.findByRole('button', { name: 'Take away' }))
  const dialog = within(await shown.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('radio', { name: 'Some' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Take away' }))
  expect(await dialog.findByText('Please fill this in.')).toBeTruthy()
  expect(asked.some(({ path }) => path === '/system/display_message/push')).toBe(false)
})

test('what is typed shows as it will look, HTML as its words', async () => {
  const draft = { texts: { en: '<p onclick="x()">Closed</p>' }, language: 'en', format: 'html' }
  stage(<MessagePreview draft={draft} row={null} />)
  expect((await shown.findByRole('figure')).textContent).toBe('Closed')
})
