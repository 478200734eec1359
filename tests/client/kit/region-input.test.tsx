import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { RegionInput } from '../../../src/client/kit/fields/region-input.tsx'
import { asked, ok, type Screen, serve, signIn, speak, stage } from '../stage.tsx'

const below: Record<string, { id: number; title: string; has_children: boolean }[]> = {
  '': [
    { id: 310000, title: 'Shanghai', has_children: true },
    { id: 330000, title: 'Zhejiang', has_children: true },
  ],
  310000: [{ id: 310100, title: 'Shanghai', has_children: true }],
  330000: [
    { id: 330100, title: 'Hangzhou', has_children: true },
    { id: 330200, title: 'Ningbo', has_children: true },
  ],
  330100: [{ id: 330106, title: 'Xihu District', has_children: false }],
}

const answer = () =>
  serve(({ path, body }) =>
    path === '/common-provinces/index' ? ok(below[String(body.parent_id ?? '')] ?? []) : undefined,
  )

beforeAll(() => speak())
beforeEach(() => signIn())

const changes: (number | null)[] = []

function Form({ start }: { start: number | null }) {
  const [value, setValue] = useState(start)
  return (
    <RegionInput
      label="Region"
      value={value}
      onChange={(next) => {
        changes.push(next)
        setValue(next)
      }}
    />
  )
}

function open(start: number | null, size: Screen) {
  changes.length = 0
  const all = answer()
  stage(<Form start={start} />, { screen: size })
  return { all, user: userEvent.setup() }
}

test('each level narrows the next, and a level that is cleared leaves the one above', async () => {
  const { all, user } = open(null, 'wide')
  const level = (name: string) => screen.getByRole('combobox', { name: `Region, ${name}` })
  expect(level('City')).toHaveProperty('disabled', true)
  await user.click(level('Province'))
  await user.click(await screen.findByRole('option', { name: 'Zhejiang', hidden: true }))
  await user.click(level('City'))
  await user.click(await screen.findByRole('option', { name: 'Hangzhou', hidden: true }))
  await user.click(level('Area'))
  await user.click(await screen.findByRole('option', { name: 'Xihu District', hidden: true }))
  expect(changes).toEqual([330000, 330100, 330106])
  expect(asked(all, '/common-provinces/index').map(({ body }) => body.parent_id)).toEqual([
    undefined,
    '330000',
    '330100',
  ])
  const clear = screen.getAllByRole('button', { name: 'Clear', hidden: true }).at(-1)
  await user.click(clear as HTMLElement)
  expect(changes.at(-1)).toBe(330100)
})

test('on a phone it says where it is and goes on from there in a sheet', async () => {
  open(330106, 'phone')
  fireEvent.click(await screen.findByRole('button', { name: 'Region: Zhejiang, Hangzhou, Xihu District' }))
  fireEvent.click(await screen.findByText('Ningbo'))
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(changes).toEqual([330200])
})

/** As above, but the answer below a division fails so many times. */
function failing(parent: string, times: number) {
  let left = times
  return serve(({ path, body }) => {
    if (path !== '/common-provinces/index') return undefined
    const asks = String(body.parent_id ?? '')
    if (asks === parent && left-- > 0) return { code: 503, message: 'The database rests.', data: null }
    return ok(below[asks] ?? [])
  })
}

function openFailing(start: number | null, size: Screen, parent: string) {
  changes.length = 0
  failing(parent, 1)
  stage(<Form start={start} />, { screen: size })
}

test('on a phone a level that did not come says so below the one above, and comes when it is asked for again', async () => {
  openFailing(null, 'phone', '330000')
  fireEvent.click(await screen.findByRole('button', { name: /^Region/ }))
  fireEvent.click(await screen.findByText('Zhejiang'))
  expect((await screen.findByRole('alert')).textContent).toContain('The database rests.')
  expect(screen.getAllByText('Shanghai'), 'another province can still be chosen').toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  fireEvent.click(await screen.findByText('Hangzhou'))
  expect(screen.queryByRole('alert')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(changes).toEqual([330100])
})

test('on a phone provinces that did not come can be asked for again', async () => {
  openFailing(null, 'phone', '')
  fireEvent.click(await screen.findByRole('button', { name: /^Region/ }))
  await screen.findByRole('alert')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Zhejiang')
})

test('at a desk a level that did not come says so under the selects, and comes when it is asked for again', async () => {
  openFailing(330000, 'wide', '330000')
  const city = screen.getByRole('combobox', { name: 'Region, City' })
  await screen.findByRole('alert')
  expect(city).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(city).toHaveProperty('disabled', false))
  expect(screen.queryByRole('alert')).toBeNull()
})
