import { screen as shown } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { Dialog } from '../../../src/client/kit/ui/dialog.tsx'
import { type Screen, speak, stage } from '../stage.tsx'

/** Where the focus is when a dialog opens. */

beforeAll(() => speak())

const FORM = (
  <form aria-label="Pile">
    <input aria-label="Number" />
  </form>
)
const CHOICES = (
  <form aria-label="Kind">
    <button type="button">Choose</button>
  </form>
)

async function opened(screen: Screen, children: React.ReactNode): Promise<Element | null> {
  const foot = (
    <>
      <button type="button">Save, next</button>
      <button type="submit">Save</button>
    </>
  )
  stage(
    <Dialog title="New" foot={foot} onClose={() => {}}>
      {children}
    </Dialog>,
    { screen },
  )
  await shown.findByRole('dialog', { name: 'New' })
  return document.activeElement
}

test('on a wide screen a form begins at its first input', async () => {
  expect(await opened('wide', FORM)).toBe(shown.getByLabelText('Number'))
})

test.each([
  ['with an input', FORM],
  ['of choices alone', CHOICES],
])('on a phone a form %s begins at its title, and not at what saves it', async (_, form) => {
  expect(await opened('phone', form)).toBe(shown.getByRole('dialog'))
})

test('a question begins at what leaves it, on a phone as well', async () => {
  expect(await opened('phone', <p>Really?</p>)).toBe(shown.getByRole('button', { name: 'Save, next' }))
})
