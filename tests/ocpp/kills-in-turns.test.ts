import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ClusterOfNodes } from '../../src/cluster/cluster.ts'
import { type Opened, openDatabase } from '../../src/server/kit/database/pool.ts'
import { skippedWithout } from '../../src/tools/debian.mjs'
import { killUnderLoad } from '../bench/failover/failover.ts'
import { SERVER_PROGRAM, temporaryFolder } from '../setup/process.ts'

/** The short form of `npm run bench -- failover --kills 100`. */

const KILLS = 3
const PILES = 18
const MISSING = skippedWithout('haproxy') || skippedWithout('nats-server')

describe.skipIf(MISSING)(`a node, NATS and the primary that are killed in turns${MISSING}`, () => {
  const folder = temporaryFolder()
  const cluster = new ClusterOfNodes({
    ...{ nodes: 3, folder: folder.path, throwaway: true, nats: true, say: () => {} },
    server: SERVER_PROGRAM.endsWith('.ts') ? ['--import', 'tsx', SERVER_PROGRAM] : [SERVER_PROGRAM],
    env: { OCPP_AUTH: 'optional', CAPTCHA: 'off', DRAIN_SECONDS: '3', LOG_LEVEL: 'error' },
  })
  let database: Opened
  beforeAll(async () => {
    await cluster.start()
    database = openDatabase(cluster.databaseUrl, { max: 5 })
  })
  afterAll(async () => {
    await database?.close()
    await cluster.stop()
    folder.remove()
  })

  test('piles that queue and say it again lose nothing and double nothing, and no command is given twice', async () => {
    const { pool } = database
    const plan = { kills: KILLS, piles: PILES, everyMs: 400, readings: 5, say: () => {} }
    const outcome = await killUnderLoad({ ...plan, cluster, pool, password: cluster.password })
    expect(outcome.killed).toEqual({ node: 1, nats: 1, primary: 1 })
    expect(outcome.wrong.slice(0, 5)).toEqual([])
    expect(outcome.stored).toEqual(outcome.said)
    expect(outcome.said.orders).toBeGreaterThanOrEqual(PILES)
    expect(outcome.errors).toEqual([])
    expect(outcome).toMatchObject({ unbalanced: 0, commands: { twice: 0, lost: 0 } })
    expect(outcome.commands.done).toBeGreaterThan(0)
  }, 600_000)
})
