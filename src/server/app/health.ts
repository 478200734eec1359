import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { addressOf, proxiesAt } from '../kit/client-address.ts'
import { Refusal } from '../kit/refusal.ts'
import { type Disk, diskTrouble } from './disk.ts'
import type { Metrics } from './metrics.ts'
import { sharedAnswer } from './shared-answer.ts'

interface Vital {
  pool: pg.Pool
  metrics: Metrics
  /** Anyone who shows it may see the figures from anywhere (METRICS_TOKEN); without one only programs on this machine may. */
  metricsToken?: string | undefined
  /** Programs at these addresses see them without a token as well (METRICS_FROM). */
  metricsFrom?: readonly string[] | undefined
  /** Null where only the database holds anything. */
  disk: Disk | null
  /** Why the server takes no new work; null while it does. */
  unready: () => string | null
}

type Asking = Pick<FastifyRequest, 'ip' | 'ips' | 'headers'>

const open = { config: { permission: 'public' } } as const
const patienceMs = 2_000
const READY_MS = 1_000
const METRICS_MS = 1_000
const LOOPBACK = /^(127\.|::1$)/

/**
 * For load balancers, orchestrators and Prometheus: alive, able to work, and its figures. What costs something is found out
 * once for all who ask within a moment.
 */
export function healthRoutes(app: FastifyInstance, vital: Vital): void {
  const { pool, metrics, metricsToken, metricsFrom = [], disk, unready } = vital
  const maySee = metricsFor(metricsToken, metricsFrom)
  const troubleNow = sharedAnswer(READY_MS, async () => (disk && (await diskTrouble(disk))) || databaseTrouble(pool))
  const metricsNow = sharedAnswer(METRICS_MS, () => metrics.text())

  app.get('/healthz', open, async () => ({ status: 'ok' }))

  app.get('/readyz', open, async (_, reply) => {
    const trouble = unready() ?? (await troubleNow())
    return reply.code(trouble ? 503 : 200).send(trouble ? { status: 'unavailable', reason: trouble } : { status: 'ok' })
  })

  let refused = 0
  metrics.counter('metrics_refused', 'Requests for these figures that were refused', () => refused)
  app.get('/metrics', { config: { permission: 'public', guardsItself: true } }, async (request, reply) => {
    if (!maySee(request)) {
      refused++
      if (metricsToken) reply.header('www-authenticate', 'Bearer realm="metrics"')
      throw new Refusal(metricsToken ? 401 : 403, metricsToken ? 'session_expired' : 'no_permission')
    }
    return reply.type(metrics.contentType).send(await metricsNow())
  })

  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    metrics.request(method, routeOptions.url ?? 'none', reply.statusCode, reply.elapsedTime / 1000)
  })
}

/** Whether a request may see the figures: by its token, or by where it is; without either setting programs of this machine may. What a proxy hands on is asked for by others. */
export function metricsFor(token: string | undefined, from: readonly string[]): (request: Asking) => boolean {
  const isNamed = proxiesAt(from)
  const isThere = (address: string) => (from.length ? isNamed(address, 0) : !token && LOOPBACK.test(address))
  return (request) => {
    const { headers } = request
    if (token && isToken(headers.authorization, token)) return true
    // Whether or not it is among the named ones.
    const isHandedOn = headers['x-forwarded-for'] ?? headers['x-real-ip'] ?? headers.forwarded ?? headers.via
    return isHandedOn === undefined && isThere(addressOf(request))
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const [, shown = ''] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
  return timingSafeEqual(digest(shown), digest(token))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

// Written and not only read: a database whose disk is full goes on answering questions.
const PROBE = 'insert into probe (id, at) values (1, now()) on conflict (id) do update set at = excluded.at'

async function databaseTrouble(pool: pg.Pool): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'the database does not answer in time')
  })
  const asked = pool.query(PROBE).then(
    () => null,
    (error: { code?: string }) =>
      // SQLSTATE 53100 is a full disk, 25006 a database that is only read.
      error.code && /^(53|25|58)/.test(error.code)
        ? `the database cannot be written (${error.code})`
        : 'the database cannot be reached',
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
