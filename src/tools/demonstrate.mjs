import { register } from 'tsx/esm/api'

/** The same server with a demo network in a data folder of its own, and virtual piles that charge all day. */
export async function demonstrate() {
  process.env.DATA_DIR ||= './data/demo'
  process.env.OCPP_AUTH ||= 'optional' // its piles have no passwords
  const { runServer } = await import(new URL('../../dist/server/run-server.js', import.meta.url).href)
  register()
  const { seedDemo } = await import('../fleet/demo/seed.ts')
  const { port } = await runServer(async (/** @type {{ pool: import('pg').Pool }} */ { pool }) => {
    process.stdout.write('Preparing the demo network…\n')
    await seedDemo(pool)
  })
  return port
}
