import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { act } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { newRecordAtom } from '../../src/client/kit/session/new-record.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { AdoptDialog } from '../../src/client/rejected-connections/adopt-dialog.tsx'
import type { RejectedConnection } from '../../src/shared/entities/rejected-connection.ts'
import { asked, ok, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
afterEach(() => {
  store.set(newRecordAtom, null)
  vi.unstubAllGlobals()
})

const rejected = {
  ...{ id: 7, station_number: 'CD-9', address: '10.0.0.9', reason: 'unknown_station', offered: 'good' },
  fingerprint: 'ab12',
} as unknown as RejectedConnection

test('a site that is missing is made from the dialog that adopts a pile, and chosen', async () => {
  signIn()
  const all = serve(({ path }) => {
    if (path === '/system/park-lot/get-park-lot') return ok([{ id: 5, title: 'Lujiazui' }])
    return undefined
  })
  stage(<AdoptDialog rejected={rejected} onClose={() => {}} />)
  const person = userEvent.setup()
  await person.click(await screen.findByRole('button', { name: 'Add site' }))
  expect(store.get(newRecordAtom)).toMatchObject({ entity: 'site' })
  act(() => store.get(newRecordAtom)?.onMade({ id: 5 }))
  expect(await screen.findByDisplayValue('Lujiazui')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Adopt' }))
  const sent = all.find(({ path }) => path.endsWith('/adopt'))
  expect(sent?.body).toMatchObject({ id: 7, site_id: 5, pile_type_id: null })
  expect(asked(all, '/system/park-lot/get-park-lot').length).toBeGreaterThan(0)
})

test('anyone who may not add a site is offered no such thing', async () => {
  signIn(['rejected_connection.list', 'pile.create', 'site.list'])
  serve(() => undefined)
  stage(<AdoptDialog rejected={rejected} onClose={() => {}} />)
  await screen.findByText('Site')
  expect(screen.queryByRole('button', { name: 'Add site' })).toBeNull()
})
