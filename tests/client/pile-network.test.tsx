import { screen as shown } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PileNetwork } from '../../src/client/piles/page/pile-network.tsx'
import { ok, serve, signIn, speak, stage } from './stage.tsx'

/** A pile's slots: what is in them, which one is in use, and how the last move went. */

beforeAll(() => speak())
beforeEach(() => signIn())

const connection = { address: 'ws://here/ocpp', profile: 1, interface: 'wired0', message_seconds: 30, apn: null }
const VIEW = {
  ...{ active: 1, read_at: '2026-11-27T01:00:00.000Z' },
  slots: [
    { slot: 1, place: 1, connection: null },
    { slot: 2, place: 2, connection },
    { slot: 3, place: null, connection: null },
  ],
  move: {
    campaign_id: 4,
    slot: 2,
    state: 'failed',
    step: null,
    said: 'fell_back',
    stays: false,
    at: '2026-11-27T01:00:00.000Z',
  },
  addresses: { 1: 'ws://own/ocpp', 2: 'wss://own/ocpp', 3: null },
}
const COMMANDS = ['write_network', 'move_network', 'read_settings']

function show(view: object = VIEW, commands: readonly string[] = COMMANDS) {
  serve(({ path }) => (path === '/system/device/network' ? ok(view) : undefined))
  stage(<PileNetwork pileId={1} commands={commands} />)
}

test('offers to write and to go where it is not, and says how the last move went', async () => {
  show()
  await shown.findByText('Slot 1')
  expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    ...['Write', 'Move to this', 'Write', 'Read'],
  ])
  shown.getByText('ws://here/ocpp')
  await shown.findByText('It found no way by the new slot and came back by the old one, in its old order')
  expect(shown.queryByText(/still begins/)).toBeNull()
})

test('says where the new order stays', async () => {
  show({ ...VIEW, move: { ...VIEW.move, said: 'fell_back_kept', stays: true } })
  await shown.findByText(/came back by the old one, and refused its old order/)
  await shown.findByText('Its order still begins with slot 2: it tries that one first when it starts anew.')
})

test('begins with the own address, which follows the security profile until it is another', async () => {
  show()
  const [write] = await shown.findAllByRole('button', { name: 'Write' })
  await userEvent.click(write as HTMLElement)
  const address = (await shown.findByLabelText(/address/i)) as HTMLInputElement
  expect(address.value).toBe('ws://own/ocpp')
})

test('before the pile was read nothing is written', async () => {
  show({ ...VIEW, active: null, read_at: null, move: null })
  await shown.findByText(/Read the pile first/)
  expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Read'])
})

test('a pile whose version has no slots shows none', () => {
  show(VIEW, ['read_settings'])
  expect(shown.queryByText('Network')).toBeNull()
})
