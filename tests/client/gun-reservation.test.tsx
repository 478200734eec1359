import { screen as shown } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { homesAtom } from '../../src/client/kit/session/homes.ts'
import { store } from '../../src/client/kit/session/store.ts'
import { GunReservation } from '../../src/client/reservations/gun-reservation.tsx'
import { page, serve, signIn, speak, stage } from './stage.tsx'

beforeAll(() => speak())
beforeEach(() => {
  signIn()
  store.set(homesAtom, { reservation: '/reservations' })
})
afterEach(() => vi.unstubAllGlobals())

const kept = (id: number, connector_number: number, card_number: string) => ({
  ...{ id, connector_number, card_number, customer: null, expires_at: '2099-01-01T00:00:00Z', state: 'accepted' },
})

test.each([
  ['its own reservation', 2, 'card B2', '/reservations/8'],
  ['that of the whole pile where it has none of its own', 1, 'card ANY', '/reservations/7'],
])('a gun says %s, with a way to it', async (_, gun, whom, to) => {
  serve(() => page([kept(7, 0, 'ANY'), kept(8, 2, 'B2')]))
  stage(<GunReservation pileId={1} connectorNumber={gun} />)
  const link = await shown.findByRole('link', { name: new RegExp(`^Kept for ${whom} until `) })
  expect(link.getAttribute('href')).toBe(to)
})
