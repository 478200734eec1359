import { expect, test } from 'vitest'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { CommandRig } from './command-rig.ts'
import { until } from './gateway-rig.ts'

const rig = new CommandRig()
const password = 'sixteen-characters'

const profilesOf = (id: number) =>
  rig.db
    .selectFrom('pile')
    .select(['connected_profile', 'security_floor', 'security_wanted'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A pile without a password that is asked to come with one, and says yes. */
async function askedToGoOver() {
  const { pile, id, station } = await rig.pile()
  await rig.db
    .updateTable('pile')
    .set({ security_wanted: 1, password_hash: hashPileSecret(password) })
    .where('id', '=', id)
    .execute()
  pile.onCall('ChangeConfiguration', { status: 'Accepted' })
  const intent = { ask: 'raise_profile', profile: 1 } as const
  const { id: command } = await rig.commands.ask({ pile_id: id, connector_number: null, asked_by: null, intent })
  expect(await pile.nextCall('ChangeConfiguration')).toEqual({ key: 'SecurityProfile', value: '1' })
  return { id, station, command }
}

test('a pile that does not come back by the higher profile in time is an alarm, which ends when it comes late', async () => {
  rig.patienceMs = 50
  const { id, station, command } = await askedToGoOver()
  await rig.untilStatus(command, 'no_effect')
  await expect.poll(() => rig.neighbours.alarmed).toEqual([{ code: 'CommandWithoutEffect', pile_id: id }])
  expect(await profilesOf(id)).toEqual({ connected_profile: 0, security_floor: 0, security_wanted: 1 })
  await rig.connect({ station, password })
  await rig.untilStatus(command, 'done')
  await expect.poll(() => rig.neighbours.cleared).toContain(id)
  await expect.poll(() => profilesOf(id)).toEqual({ connected_profile: 1, security_floor: 1, security_wanted: null })
})

test('a server that starts anew meanwhile knows that it came back', async () => {
  const { station, command } = await askedToGoOver()
  rig.commands = rig.another()
  await rig.connect({ station, password })
  await rig.restart()
  await rig.untilStatus(command, 'done')
})

test.each([
  ['a proxy of ours that says so', true, 2],
  ['anyone else who says so', false, 1],
])('TLS that ends at %s', async (_, trusted, profile) => {
  await rig.stop()
  await rig.start({ trust: () => trusted })
  const { id, station_number: station } = await rig.make({ password_hash: hashPileSecret(password) })
  const authorization = `Basic ${Buffer.from(`${station}:${password}`).toString('base64')}`
  rig.socket(station, ['ocpp1.6'], { authorization, 'x-forwarded-proto': 'https' })
  await until(async () => (await profilesOf(id)).connected_profile === profile)
})
