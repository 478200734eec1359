import { randomBytes } from 'node:crypto'
import { newPushKey, type Secrets } from '../../src/server/app/secrets.ts'
import { NotifyBus } from '../../src/server/kit/database/notify-bus.ts'
import type { GatheringBus } from '../../src/server/kit/gathering-bus.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { startServer, type TestServer } from './server.ts'

type StartedBus = GatheringBus & { start(): Promise<void> }
type Options = NonNullable<Parameters<typeof startServer>[0]>

/** Keys that servers share. */
export const newSecrets = (): Secrets => ({
  ...{ tokenKey: randomBytes(32), captchaKey: randomBytes(32), factorKey: randomBytes(32), pushKey: newPushKey() },
})

/**
 * Servers that share a database, with the same keys and a bus between them. Call it in `beforeAll` and `stop` it in `afterAll`. Anyone who
 * gives the database drops it.
 */
export async function startNodes(
  names: readonly string[],
  settings: Options['settings'] = {},
  given: FreshDatabase | null = null,
  busOf: (database: FreshDatabase, node: string) => StartedBus = ({ url }, node) => new NotifyBus(url, node),
) {
  const database = given ?? (await freshDatabase(40, 'started'))
  const secrets = newSecrets()
  const nodes: TestServer[] = []
  const buses: StartedBus[] = []
  const add = async (nodeName: string) => {
    const bus = busOf(database, nodeName)
    await bus.start()
    buses.push(bus)
    return await startServer({ database, bus, secrets, settings: { ...settings, nodeName } })
  }
  for (const nodeName of names) nodes.push(await add(nodeName))
  return {
    database,
    nodes,
    /** One more, which its test stops. */
    add,
    async stop() {
      for (const node of nodes.toReversed()) await node.stop()
      for (const bus of buses) await bus.close()
      if (!given) await database.drop()
    },
  }
}
