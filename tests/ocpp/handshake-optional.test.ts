import { expect, test } from 'vitest'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { GatewayRig } from './gateway-rig.ts'

const rig = new GatewayRig({ auth: 'optional' })
const password = 'sixteen-characters'

test('lets a pile in that has no password', async () => {
  const { id } = await rig.pile()
  expect(rig.gateway.connected(id)).toBe(true)
})

test('still refuses a wrong password, and none where one is set', async () => {
  const { station_number: station } = await rig.make({ password_hash: hashPileSecret(password) })
  await expect(rig.connect({ station, password: 'another-password' })).rejects.toMatchObject({ status: 401 })
  await expect(rig.connect({ station })).rejects.toMatchObject({ status: 401 })
  await rig.connect({ station, password })
})
