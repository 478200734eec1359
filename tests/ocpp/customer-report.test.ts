import { expect, test, vi } from 'vitest'
import type { ScriptedPile } from '../../src/fleet/scripted.ts'
import { makePile } from '../make.ts'
import { boot, NumberedRig } from './numbered-rig.ts'

/** What a pile of OCPP 2 tells of a customer, across a restart of the server. */

const rig = new NumberedRig()

async function asked() {
  const { id, station_number } = await makePile(rig.db)
  const pile = await rig.connect(station_number)
  await boot(pile)
  pile.onCall('CustomerInformation', { status: 'Accepted' })
  const intent = { ask: 'customer_data', card_number: '04A2B3C4', wanted: 'report' } as const
  const ask = { pile_id: id, connector_number: null, intent, asked_by: 'Ann' }
  return { pile, station_number, command: (await rig.piles.commands.ask(ask)).id }
}
const part = (pile: ScriptedPile, requestId: number, seqNo: number, tbc: boolean) =>
  pile.call('NotifyCustomerInformation', { requestId, seqNo, tbc, data: 'text', generatedAt: new Date().toISOString() })
const becomes = (id: number, status: string) =>
  vi.waitFor(async () => expect((await rig.command(id)).status).toBe(status))

test('a report that goes on after a restart is whole all the same', async () => {
  const { pile, station_number, command } = await asked()
  await part(pile, command, 0, true)
  await rig.restart()
  const again = await rig.connect(station_number)
  await boot(again)
  await part(again, command, 1, false)
  await becomes(command, 'done')
})

test('one of which every part was kept before a stop is done with the next start', async () => {
  const { pile, command } = await asked()
  await part(pile, command, 0, false)
  await becomes(command, 'done')
  const { command: missing } = await asked()
  await rig.db.updateTable('command').set({ status: 'accepted' }).where('id', '=', command).execute()
  await rig.restart()
  await becomes(command, 'done')
  expect((await rig.command(missing)).status).toBe('accepted')
})
