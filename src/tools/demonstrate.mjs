import { join } from 'node:path'
import { register } from 'tsx/esm/api'

/** The same server with a demo network in a data folder of its own, and virtual piles that charge all day. */
export async function demonstrate() {
  process.env.DATA_DIR ||= './data/demo'
  process.env.OCPP_AUTH ||= 'optional' // its piles have no passwords
  register()
  const { securePort } = await import('../fleet/demo/secure-port.ts')
  const secure = process.env.OCPP_TLS_PORT === undefined ? await securePort(process.env.DATA_DIR) : null
  if (secure)
    Object.assign(process.env, {
      ...{ OCPP_TLS_PORT: String(secure.port), OCPP_TLS_CERT: secure.cert, OCPP_TLS_KEY: secure.key },
    })
  /** @type {typeof import('../server/app/run-server.ts')} */
  const { runServer } = await import(new URL('../../dist/server/run-server.js', import.meta.url).href)
  const { seedDemo } = await import('../fleet/demo/seed.ts')
  const { startDemoFleet } = await import('../fleet/demo/live.ts')

  const { pilesUrl, dataDir, database, alsoStop } = await runServer(async ({ pool }) => {
    process.stdout.write('Preparing the demo network…\n')
    await seedDemo(pool)
  })
  const file = join(dataDir, 'virtual-piles.json')
  const fleet = await startDemoFleet({ url: pilesUrl, pool: database.pool, file, secure })
  alsoStop('virtual piles', () => fleet.stop())
}
