import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { switchLanguage } from '../../../src/client/kit/i18n/i18n.ts'
import { MomentInput } from '../../../src/client/kit/moments/moment-input.tsx'
import type { Precision } from '../../../src/client/kit/moments/written.ts'
import { type Screen, speak, stage } from '../stage.tsx'

beforeAll(() => speak())

let last = ''
function Field({ precision, first }: { precision: Precision; first: string }) {
  const [value, setValue] = useState(first)
  last = value
  return <MomentInput label="From" precision={precision} value={value} onChange={setValue} />
}
const show = (precision: Precision, first: string, size: Screen = 'wide') =>
  stage(<Field precision={precision} first={first} />, { screen: size })
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'From' })

test('what is typed is read in any usual form, and written with 24 hours when one goes on', async () => {
  show('time', '14:30')
  const user = userEvent.setup()
  await user.clear(field())
  expect(last).toBe('')
  await user.type(field(), '9:05 pm')
  expect(last).toBe('21:05')
  expect(field().value).toBe('9:05 pm')
  await user.tab()
  expect(field().value).toBe('21:05')
})

test('a pasted moment takes the order of the language', async () => {
  show('minute', '')
  const user = userEvent.setup()
  expect(field().placeholder).toBe('DD/MM/YYYY hh:mm')
  await user.click(field())
  await user.paste('2026-11-23T14:30')
  expect(last).toBe('2026-11-23T14:30')
  await user.tab()
  expect(field().value).toBe('23/11/2026 14:30')
  await switchLanguage('zh-CN')
  expect(field().value).toBe('2026/11/23 14:30')
  await switchLanguage('en')
})

test('what says no moment stays, and its field says how it is written, once one has gone on', async () => {
  show('minute', '')
  const user = userEvent.setup()
  await user.type(field(), 'tomorrow')
  expect(screen.queryByRole('alert')).toBeNull()
  await user.tab()
  expect(screen.getByRole('alert').textContent).toBe('Please write it like 25/03/2026 14:30.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect([field().value, last]).toEqual(['tomorrow', 'tomorrow'])
  await user.clear(field())
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each<Screen>(['wide', 'phone'])('a day and a time are picked on a %s screen, of 24 hours', async (size) => {
  show('minute', '2026-11-23T14:30', size)
  fireEvent.click(screen.getByRole('button', { name: 'From: Pick a day' }))
  const day = await screen.findByRole('button', { name: /^Tuesday,? 24 November 2026$/, hidden: true })
  fireEvent.click(day)
  expect(last).toBe('2026-11-24T14:30')
  const hours = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Hour', hidden: true })
  expect([...hours.options].map(({ text }) => text)).toEqual(
    Array.from({ length: 24 }, (_, at) => String(at).padStart(2, '0')),
  )
  fireEvent.change(hours, { target: { value: '23' } })
  expect(last).toBe('2026-11-24T23:30')
})

test('keys move through the days and months', async () => {
  show('day', '2026-01-31')
  const user = userEvent.setup()
  await user.click(field())
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await screen.findByRole('table', { name: 'January 2026', hidden: true })
  await user.keyboard('{PageDown}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/28 February 2026$/)
  await user.keyboard('{ArrowRight}{ArrowUp}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/22 February 2026$/)
  await user.keyboard('{Enter}')
  expect(last).toBe('2026-02-22')
})

test('the arrows step the figure that the caret is at, which stays chosen', async () => {
  show('minute', '2026-01-31T23:30')
  const user = userEvent.setup()
  await user.click(field())
  field().setSelectionRange(4, 4)
  await user.keyboard('{ArrowUp}')
  expect(last).toBe('2026-02-28T23:30')
  expect(field().value.slice(field().selectionStart ?? 0, field().selectionEnd ?? 0)).toBe('02')
  field().setSelectionRange(13, 13)
  await user.keyboard('{ArrowUp}')
  expect(last).toBe('2026-03-01T00:30')
  await user.keyboard('{ArrowDown}')
  expect(last).toBe('2026-02-28T23:30')
})

test('an arrow in an empty field begins with now', async () => {
  show('day', '')
  await userEvent.setup().type(field(), '{ArrowDown}')
  expect(last).toMatch(/^20\d\d-\d\d-\d\d$/)
})
