import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePile, makeSecurityEvent, makeSite } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** What the chips of a list say of a pile, while one of them is pressed. */
async function counted(path: string, pile_id: number, pressed: object) {
  const { data } = await server.call(`/system/${path}/index`, { pile_id: [pile_id], ...pressed })
  return data as { total: number; summary: Record<string, number> }
}

async function pileHere() {
  const { id: site_id } = await makeSite(server.db)
  return (await makePile(server.db, { site_id })).id
}

test('reservations are counted by state over all other filters', async () => {
  const [pile_id, other] = [await pileHere(), await pileHere()]
  const expires_at = '2099-01-01T00:00:00Z'
  const reserved = (pile: number, state: 'accepted' | 'cancelled') =>
    server.db
      .insertInto('reservation')
      .values({ pile_id: pile, connector_number: 1, card_number: 'A1', state, expires_at })
      .execute()
  for (const state of ['cancelled', 'cancelled', 'accepted'] as const) await reserved(pile_id, state)
  await reserved(other, 'accepted')
  const { total, summary } = await counted('reservation', pile_id, { state: ['accepted'] })
  expect(total).toBe(1)
  expect(summary).toMatchObject({ accepted: 1, cancelled: 2, used: 0, refused: 0 })
})

test('security events are counted by severity', async () => {
  const pile_id = await pileHere()
  await makeSecurityEvent(server.db, { pile_id })
  await makeSecurityEvent(server.db, { pile_id, type: 'FirmwareUpdated', severity: 'ordinary' })
  const { total, summary } = await counted('security_event', pile_id, { severity: ['critical'] })
  expect([total, summary]).toEqual([1, { critical: 1, ordinary: 1, own: 0 }])
})

test('lists of cards are counted by state', async () => {
  const pile_id = await pileHere()
  await server.db.insertInto('card_list').values({ pile_id, state: 'refused' }).execute()
  const { total, summary } = await counted('card_list', pile_id, { state: ['behind'] })
  expect([total, summary]).toMatchObject([0, { refused: 1, behind: 0 }])
})
