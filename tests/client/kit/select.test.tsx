import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { referenceOptions } from '../../../src/client/kit/fields/reference.ts'
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
