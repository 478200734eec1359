import { screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { CardListPage } from '../../src/client/card-lists/card-list-page.tsx'
import { RootPage } from '../../src/client/certificates/root-page.tsx'
import { EntityPage } from '../../src/client/kit/records/page/entity-page.tsx'
import { ReservationPage } from '../../src/client/reservations/reservation-page.tsx'
import { reservation } from '../../src/shared/entities/reservation.ts'
import { page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => signIn())
afterEach(() => vi.unstubAllGlobals())

const record = (more: object) => ({ id: 3, version: 1, created_at: AT, updated_at: AT, ...more })
const AT = '2026-11-24T10:00:00Z'
const pile = { pile_id: 9, pile_title: { id: 9, title: 'CD-1' }, pile: { id: 9, title: 'CD-1' } }
const kept = { ...pile, connector_number: 0, card_number: '04AA', expires_at: AT, reason: null }

test.each([
  ['accepted', 1],
  ['expired', 0],
])('the page of a reservation that is %s lets it be cancelled %i times', async (state, times) => {
  serve(({ path }) => (path === '/system/reservation/index' ? page([record({ ...kept, state })]) : undefined))
  stage(<ReservationPage id={3} />)
  expect(await shown.findAllByText(/^Any gun/)).toHaveLength(2)
  expect(shown.queryAllByRole('button', { name: 'Cancel' })).toHaveLength(times)
})

test('a card that is known stands on the page of its reservation once', async () => {
  const card = { card_id: 5, card: { id: 5, title: '04AA' } }
  const row = record({ ...kept, ...card, state: 'accepted' })
  serve(({ path }) => (path === '/system/reservation/index' ? page([row]) : undefined))
  stage(<ReservationPage id={3} />)
  await shown.findAllByText(/^Any gun/)
  expect(shown.getAllByText('Card')).toHaveLength(1)
})

test('the page of a pile’s list of cards has the whole list sent', async () => {
  const calls = serve(({ path }) =>
    path === '/system/card_list/index' ? page([record({ ...pile, state: 'behind', said: null })]) : undefined,
  )
  stage(<CardListPage id={3} />)
  ;(await shown.findByRole('button', { name: 'Send the whole list now' })).click()
  await vi.waitFor(() => expect(calls.map(({ path }) => path)).toContain('/system/card_list/send'))
})

test('the page of a root shows it line by line and has piles delete it', async () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'
  const root = record({ name: 'Network', pem, subject: 'CN=Network', serial: '01', fingerprint: 'ab', valid_to: AT })
  serve(({ path }) => (path === '/system/root_certificate/index' ? page([root]) : undefined))
  const { container } = stage(<RootPage id={3} />)
  await shown.findByText('CN=Network')
  expect(container.querySelector('pre')?.textContent).toBe(pem)
  shown.getByRole('button', { name: 'Delete from piles' }).click()
  await shown.findByRole('dialog', { name: /Network/ })
})

test('the page of a record that is gone says what it was once', async () => {
  serve(({ path }) => (path === '/system/card_list/index' ? page([]) : undefined))
  stage(<CardListPage id={3} />)
  await shown.findByText('This record no longer exists.')
  expect(shown.getAllByText('Card list')).toHaveLength(1)
})

test.each([
  ['phone', true],
  ['wide', false],
] as const)('what one comes for stands under the thumb of a %s: %s', async (screen, isBelow) => {
  const row = record({ ...kept, state: 'accepted' })
  serve(({ path }) => (path === '/system/reservation/index' ? page([row]) : undefined))
  const actions = () => [{ key: 'lend', label: 'Lend', icon: 'person' as const, primary: true }]
  stage(<EntityPage entity={reservation} id={3} actions={actions} />, { screen })
  const button = await shown.findByRole('button', { name: 'Lend' })
  expect(button.closest('[data-bottom-actions]') !== null).toBe(isBelow)
  expect(button.textContent).toBe('Lend')
})
