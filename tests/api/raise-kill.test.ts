import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { virtualPile } from '../../src/fleet/virtual-pile.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makePile } from '../make.ts'
import { until } from '../ocpp/gateway-rig.ts'
import { groundOfServers } from '../setup/ground.ts'
import { selfSigned } from './pile-tls.ts'

const ground = groundOfServers()
const { folder } = ground
const password = 'sixteen-characters'

async function begun(pile_id: number): Promise<number> {
  const { id } = await ground.database.db
    .insertInto('campaign')
    .values({
      ...{ name: 'To 3', action: 'raise_profile', payload: JSON.stringify({ profile: 3 }), state: 'running' },
      ...{ at_once: 1, tries: 3, pause_seconds: 1, idle_only: false },
      until: new Date(Date.now() + 3_600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const target = { campaign_id: id, pile_id, state: 'pending', wave: 1, tries: 0 } as const
  await ground.database.db.insertInto('campaign_target').values(target).execute()
  return id
}

const targetOf = (campaign_id: number) =>
  ground.database.db
    .selectFrom('campaign_target')
    .selectAll()
    .where('campaign_id', '=', campaign_id)
    .executeTakeFirstOrThrow()

test('a server that is killed while a pile waits for its certificate goes on from there, and asks it for nothing twice', async () => {
  const { cert, key } = selfSigned(folder.path, 'network')
  const at = (name: string, content: string) => {
    const path = join(folder.path, name)
    writeFileSync(path, content)
    return path
  }
  const [port, tlsPort] = [await freePort(), await freePort()]
  const env = {
    ...{ PORT: String(port), OCPP_AUTH: 'required', OCPP_TLS_PORT: String(tlsPort), OCPP_TLS_OPERATOR: 'Chargedeck' },
    ...{ OCPP_TLS_CERT: at('cert.pem', cert), OCPP_TLS_KEY: at('key.pem', key) },
  }
  const first = await ground.serve(env)
  const { id, station_number: station } = await makePile(ground.database.db, {
    password_hash: hashPileSecret(password),
  })
  const pile = virtualPile({
    ...{ url: `ws://127.0.0.1:${port}/ocpp`, secureUrl: `wss://127.0.0.1:${tlsPort}/ocpp`, station, password },
    backoff: { firstMs: 20, maxMs: 200 },
  })
  pile.security.memory.roots.push({ use: 'CentralSystemRootCertificate', pem: cert })
  pile.wrong.answers.set('CertificateSigned', 'silent')
  pile.start()
  await until(() => pile.online)
  const campaign_id = await begun(id)
  await until(async () => (await targetOf(campaign_id)).waits_for === 'certificate')
  first.child.kill('SIGKILL')
  await first.ended

  pile.wrong.answers.delete('CertificateSigned')
  // Long enough ago to be given it again.
  const sent_at = new Date(Date.now() - 600_000).toISOString()
  await ground.database.db.updateTable('certificate').set({ sent_at }).where('pile_id', '=', id).execute()
  const second = await ground.serve(env)
  const isOver = async () => ['done', 'refused', 'failed', 'unclear'].includes((await targetOf(campaign_id)).state)
  await expect.poll(isOver, { timeout: 90_000 }).toBe(true)
  expect(await targetOf(campaign_id)).toMatchObject({ state: 'done', said: null })
  const row = await ground.database.db.selectFrom('pile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ connected_profile: 3, security_floor: 3 })
  const asked = await ground.database.db
    .selectFrom('command')
    .select('action')
    .where('pile_id', '=', id)
    .where('action', 'in', ['trigger', 'raise_profile'])
    .execute()
  expect(asked.map(({ action }) => action).sort()).toEqual(['raise_profile', 'trigger'])
  await pile.stop()
  second.child.kill('SIGTERM')
  await second.ended
})
