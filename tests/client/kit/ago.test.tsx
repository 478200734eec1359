import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { Ago } from '../../../src/client/kit/i18n/ago.tsx'
import { speak } from '../stage.tsx'

beforeAll(() => speak())

test('the whole moment is in the title once a pointer is over it', () => {
  const at = new Date(Date.now() - 5 * 60_000).toISOString()
  render(<Ago at={at} />)
  const ago = screen.getByText('5 min ago')
  expect(ago.title).toBe('')
  fireEvent.pointerEnter(ago)
  expect(ago.title).toMatch(new RegExp(`${new Date(at).getFullYear()}, \\d\\d:\\d\\d:\\d\\d$`))
})
