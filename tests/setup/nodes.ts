import { randomBytes } from 'node:crypto'
import { NotifyBus } from '../../src/server/kit/database/notify-bus.ts'
import { freshDatabase } from './database.ts'
import { startServer, type TestServer } from './server.ts'

type Options = NonNullable<Parameters<typeof startServer>[0]>

/** Servers that share a database, with the same keys and a bus between them. Call it in `beforeAll` and `stop` it in `afterAll`. */
export async function startNodes(names: readonly string[], settings: Options['settings'] = {}) {
  const database = await freshDatabase(40, 'started')
  const tokenKey = randomBytes(32)
  const nodes: TestServer[] = []
  const buses: NotifyBus[] = []
  for (const nodeName of names) {
    const bus = new NotifyBus(database.url, nodeName)
    await bus.start()
    buses.push(bus)
    nodes.push(await startServer({ database, bus, secrets: { tokenKey }, settings: { ...settings, nodeName } }))
  }
  return {
    database,
    nodes,
    async stop() {
      for (const node of nodes.toReversed()) await node.stop()
      for (const bus of buses) await bus.close()
      await database.drop()
    },
  }
}
