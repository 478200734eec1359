import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { referenceOptions } from '../../../src/client/kit/fields/reference.ts'
import { Dialog } from '../../../src/client/kit/ui/dialog.tsx'
import { Select } from '../../../src/client/kit/ui/select.tsx'
import type { Option } from '../../../src/client/kit/ui/use-options.ts'
import { ok, type Screen, serve, signIn, speak, stage } from '../stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())

function SiteSelect() {
  const [site, setSite] = useState<Option<number> | null>(null)
  return <Select<number> label="Site" {...referenceOptions('site')} value={site} onChange={setSite} />
}

const box = (size: Screen) =>
  size === 'wide' ? screen.findByRole('combobox', { name: 'Site' }) : screen.findByRole('button', { name: /^Site/ })

test.each<Screen>(['wide', 'phone'])(
  'options that did not come are told from none, and come when they are asked for again, on a %s screen',
  async (size) => {
    let fails = true
    serve(() =>
      fails ? { code: 503, message: 'The database rests.', data: null } : ok([{ id: 7, title: 'Lujiazui' }]),
    )
    stage(<SiteSelect />, { screen: size })
    const user = userEvent.setup()
    // A sheet moves in, and while it does takes a thumb's press only.
    const press = async (shown: HTMLElement) => (size === 'wide' ? user.click(shown) : fireEvent.click(shown))
    await press(await box(size))
    expect((await screen.findByRole('alert', { hidden: true })).textContent).toContain('The database rests.')
    expect(screen.queryByText('Nothing found')).toBeNull()
    fails = false
    await press(screen.getByRole('button', { name: 'Try again', hidden: true }))
    await press(await screen.findByRole('option', { name: 'Lujiazui', hidden: true }))
    if (size === 'wide') expect(await box(size)).toHaveProperty('value', 'Lujiazui')
    else await screen.findByRole('button', { name: 'Site: Lujiazui' })
  },
)

test('Enter before the options for what was typed are there chooses of them when they come, also when one went on', async () => {
  const asked: { keyword: string; answer: () => void }[] = []
  serve(async ({ body }) => {
    const keyword = String((body as { keyword?: string }).keyword ?? '')
    await new Promise<void>((answer) => asked.push({ keyword, answer }))
    return ok([{ id: keyword ? 8 : 7, title: keyword ? 'Airport' : 'Lujiazui' }])
  })
  stage(<SiteSelect />, { screen: 'wide' })
  const user = userEvent.setup()
  const input = await box('wide')
  const answerTo = async (keyword: string) => {
    await waitFor(() => expect(asked.map((one) => one.keyword)).toContain(keyword))
    for (const one of asked) if (one.keyword === keyword) one.answer()
  }
  await user.click(input)
  await answerTo('')
  await screen.findByRole('option', { name: 'Lujiazui', hidden: true })
  await user.keyboard('Air{Enter}{Tab}')
  await answerTo('Air')
  await waitFor(() => expect(input).toHaveProperty('value', 'Airport'))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a list stays with its field when the page scrolls', async () => {
  serve(() => ok([{ id: 7, title: 'Lujiazui' }]))
  stage(<SiteSelect />, { screen: 'wide' })
  const input = await box('wide')
  await userEvent.setup().click(input)
  await screen.findByRole('option', { name: 'Lujiazui', hidden: true })
  fireEvent.scroll(document)
  expect(input.getAttribute('aria-expanded')).toBe('true')
})

/** As browsers do: Esc asks the open dialog to close, unless anyone who has the focus made something else of it. */
function askToCloseByEsc(event: globalThis.KeyboardEvent) {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  document.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true }))
}

test.each<Screen>(['wide', 'phone'])(
  'Esc closes the open options and leaves the dialog around them, which the next one closes, on a %s screen',
  async (size) => {
    serve(() => ok([{ id: 7, title: 'Lujiazui' }]))
    let asked = 0
    stage(
      <Dialog title="New pile" onClose={() => asked++}>
        <SiteSelect />
      </Dialog>,
      { screen: size },
    )
    window.addEventListener('keydown', askToCloseByEsc)
    try {
      const shown =
        size === 'wide'
          ? await screen.findByRole('combobox', { name: 'Site', hidden: true })
          : await screen.findByRole('button', { name: /^Site/, hidden: true })
      fireEvent.click(shown)
      const option = await screen.findByRole('option', { name: 'Lujiazui', hidden: true })
      fireEvent.keyDown(size === 'wide' ? shown : option, { key: 'Escape' })
      expect(asked).toBe(0)
      if (size === 'wide') await waitFor(() => expect(shown.getAttribute('aria-expanded')).toBe('false'))
      fireEvent.keyDown(shown, { key: 'Escape' })
      expect(asked).toBe(1)
    } finally {
      window.removeEventListener('keydown', askToCloseByEsc)
    }
  },
)
