import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Metrics } from './metrics.ts'

interface Vital {
  pool: pg.Pool
  metrics: Metrics
  /** The server takes no new work. */
  stopping: () => boolean
}

const open = { config: { permission: 'public' } } as const
const patienceMs = 2_000

/** For load balancers, orchestrators and Prometheus: alive, able to work, and its figures. */
export function healthRoutes(app: FastifyInstance, { pool, metrics, stopping }: Vital): void {
  app.get('/healthz', open, async () => ({ status: 'ok' }))

  app.get('/readyz', open, async (_, reply) => {
    const trouble = stopping() ? 'stopping' : await databaseTrouble(pool)
    return reply.code(trouble ? 503 : 200).send(trouble ? { status: 'unavailable', reason: trouble } : { status: 'ok' })
  })

  app.get('/metrics', open, async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()))

  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    metrics.request(method, routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000)
  })
}

async function databaseTrouble(pool: pg.Pool): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'the database does not answer in time')
  })
  const asked = pool.query('select 1').then(
    () => null,
    () => 'the database cannot be reached',
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
