import type { FastifyInstance } from 'fastify'
import { decodeJwt } from 'jose'
import type { Logger } from 'pino'
import { Auth } from '../auth/auth.ts'
import { everyEntity } from '../kit/crud/every-entity.ts'
import { addUpRowCounts } from '../kit/crud/pages.ts'
import type { Opened } from '../kit/database/pool.ts'
import { forgetOldAnswers } from '../kit/idempotency.ts'
import { may } from '../kit/person.ts'
import { hashPileSecret } from '../kit/pile-secret.ts'
import { languageRoutes } from '../languages/routes.ts'
import type { Identify as IdentifyViewer } from '../live/browser.ts'
import { LiveChannel } from '../live/channel.ts'
import { menuRoutes } from '../menus/routes.ts'
import { protocolLogRoutes } from '../protocol-log/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { tableRoutes } from '../tables/routes.ts'
import { buildApplication } from './application.ts'
import { createChores } from './chores.ts'
import { createMetrics } from './metrics.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import type { Shutdown } from './shutdown.ts'
import { routeUpgrades } from './upgrades.ts'

export interface Ground {
  settings: Pick<Settings, 'tls' | 'publicUrl' | 'captcha' | 'ocppAuth'>
  secrets: Secrets
  version: string
  log: Logger
  database: Opened
  shutdown: Shutdown
  /** The built console's folder, if there is one. */
  consoleFolder: string | undefined
}

const minute = 60_000

/** Wires the features together: the one place that knows them all. What it starts, the shutdown stops. */
export async function compose(ground: Ground): Promise<FastifyInstance> {
  const { settings, secrets, version, log, database, shutdown, consoleFolder } = ground
  const { db, pool } = database
  const metrics = createMetrics()
  const chores = createChores(log)
  shutdown.add('chores', 1_000, () => chores.stop())

  const auth = new Auth({ db, tokenKey: secrets.tokenKey, captchaKey: settings.captcha ? secrets.captchaKey : null })
  const live = new LiveChannel({ identify: viewerOf(auth), publicUrl: settings.publicUrl ?? null })

  const app = await buildApplication({
    settings,
    version,
    log,
    pool,
    metrics,
    consoleFolder,
    kit: { db, identify: auth.people.identify, changed: (entity, id) => live.changed(entity, id) },
    stopping: () => shutdown.begun,
    routes(api) {
      api.register(auth.routes)
      everyEntity(api, { pile: { hashSecret: hashPileSecret } })
      menuRoutes(api)
      tableRoutes(api)
      searchRoutes(api)
      languageRoutes(api)
      protocolLogRoutes(api)
    },
  })
  shutdown.add('requests', 2_000, () => app.close())
  shutdown.add('live channel', 500, async () => live.close())
  routeUpgrades(app.server, {
    live: (request, socket, head) => live.upgrade(request, socket, head),
    piles: (_request, socket) => socket.destroy(),
  })

  metrics.gauge('live_viewers', 'Browsers that are signed in to the live channel', () => live.viewers)
  metrics.counter('live_messages', 'Changes told to browsers', () => live.counters.messages)
  metrics.gauge('database_connections', 'Connections of the pool', () => pool.totalCount)
  metrics.gauge('database_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
  chores.every(minute, 'forget what expired of signing in', () => auth.tidy())
  chores.every(minute, 'add up row counts', () => addUpRowCounts(db))
  chores.every(60 * minute, 'forget old idempotent answers', () => forgetOldAnswers(db))
  return app
}

// Person and token have their ends: a viewer is told nothing after either.
function viewerOf({ people }: Auth): IdentifyViewer {
  return async (token) => {
    const person = await people.identify(token)
    if (!person) return null
    return { expires_at: (decodeJwt(token).exp ?? 0) * 1000, may: (permission) => may(person, permission) }
  }
}
