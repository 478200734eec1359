import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { entities } from '../../shared/entities/index.ts'
import { aboutRoutes } from '../about/routes.ts'
import { alarmExtension, alarmRoutes } from '../alarms/routes.ts'
import { Auth } from '../auth/auth.ts'
import { findUsers } from '../auth/find-people.ts'
import { BatchWorker } from '../batches/batch-worker.ts'
import { batchExtension, batchRoutes } from '../batches/routes.ts'
import { berthExtension } from '../berths/berth-extension.ts'
import { berthRoutes } from '../berths/routes.ts'
import { billingRuleExtension, strategyExtension } from '../billing/extensions.ts'
import { billingRoutes } from '../billing/routes.ts'
import { cardExtension, cardRoutes } from '../cards/routes.ts'
import { customerExtension } from '../customers/customer-list.ts'
import { customerRoutes } from '../customers/routes.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import { demoRoutes } from '../demo/routes.ts'
import { readOwnChoices } from '../dictionaries/items.ts'
import { dictionaryRoutes } from '../dictionaries/routes.ts'
import { fileExtension } from '../files/file-extension.ts'
import { filesAt } from '../files/file-place.ts'
import { fileRoutes } from '../files/routes.ts'
import { everyEntity } from '../kit/crud/every-entity.ts'
import { addUpRowCounts } from '../kit/crud/pages.ts'
import { addUpTallies } from '../kit/crud/tally.ts'
import type { Opened } from '../kit/database/pool.ts'
import type { Database } from '../kit/database/tables.ts'
import { languageRoutes } from '../languages/routes.ts'
import { LiveChannel } from '../live/channel.ts'
import { localDataRoutes } from '../local-data/routes.ts'
import { seedMenu } from '../menus/seed-menu.ts'
import { Outbox } from '../messages/outbox.ts'
import { send } from '../messages/port.ts'
import { messageExtension, messageRoutes } from '../messages/routes.ts'
import { sendersOf } from '../messages/senders/senders.ts'
import { flawOf } from '../ocpp/v16/tolerance.ts'
import { orderExtension } from '../orders/order-sums.ts'
import { refundExtension } from '../orders/refunds/refund-list.ts'
import { orderRoutes } from '../orders/routes.ts'
import { pileTypeExtension } from '../pile-types/pile-type-extension.ts'
import { pileExtension } from '../piles/pile-list.ts'
import { pileRoutes } from '../piles/pile-routes.ts'
import { protocolLogRoutes } from '../protocol-log/routes.ts'
import { divisionsOf, isRegion } from '../regions/regions.ts'
import { regionRoutes } from '../regions/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { currentSettings } from '../settings/current-settings.ts'
import { sheetRoutes } from '../sheets/routes.ts'
import { siteRoutes } from '../sites/routes.ts'
import { siteExtension } from '../sites/site-extension.ts'
import { tableRoutes } from '../tables/routes.ts'
import { viewRoutes } from '../tables/views.ts'
import { taskRoutes } from '../tasks/routes.ts'
import { taskExtension, taskRunExtension } from '../tasks/task-extension.ts'
import { Tasks } from '../tasks/tasks.ts'
import type { TodoNeeds } from '../todos/needs.ts'
import { noticeTodos } from '../todos/notice.ts'
import { sourcesFor } from '../todos/own-todos.ts'
import { todoRoutes } from '../todos/routes.ts'
import { userCentreRoutes } from '../user-centre/routes.ts'
import { appSide } from './app-side.ts'
import { buildApplication } from './application.ts'
import type { BackupPlace } from './backup-task.ts'
import { type Chores, createChores } from './chores.ts'
import { demoNeeds } from './demo-needs.ts'
import { frameOrigins } from './frame-origins.ts'
import { changedBy, liveViewers } from './live-viewers.ts'
import { logSide } from './log-side.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { peopleSide } from './people-side.ts'
import { pileChores, pileMetrics, pileSide } from './pile-side.ts'
import { projectRoot } from './project-root.ts'
import type { Secrets } from './secrets.ts'
import type { Settings } from './settings.ts'
import type { Shutdown } from './shutdown.ts'
import { signInNeeds } from './sign-in-needs.ts'
import { houseTasks } from './tasks.ts'
import { routeUpgrades } from './upgrades.ts'

export interface Ground {
  settings: Pick<Settings, 'tls' | 'publicUrl' | 'captcha' | 'ocppAuth' | 'frameDays' | 'files' | 'map' | 'senders'>
  secrets: Secrets
  version: string
  log: Logger
  database: Opened
  shutdown: Shutdown
  /** Where backups are made by themselves; null for a database of the operator's own. */
  backups?: BackupPlace | null | undefined
  /** The built console's folder, if there is one. */
  consoleFolder: string | undefined
}

const minute = 60_000

/** Wires the features together: the one place that knows them all. What it starts, the shutdown stops. */
export async function compose(ground: Ground): Promise<FastifyInstance> {
  const { settings, secrets, version, log, database, shutdown, consoleFolder } = ground
  const { db, pool } = database
  const metrics = createMetrics()
  const logs = logSide({ db, version, shutdown, changed: (entity, id) => live.changed(entity, id) })
  const chores = createChores(log, logs.choreFailed)
  shutdown.add('chores', 1_000, () => chores.stop())

  const settingsNow = currentSettings(db)
  const needs = signInNeeds(settingsNow)
  const auth = new Auth({
    ...{ db, tokenKey: secrets.tokenKey, codeKey: secrets.captchaKey },
    pictures: settings.captcha,
    needs,
  })
  const apps = appSide(db, secrets.tokenKey, auth.people.identify)
  const live = new LiveChannel({ ...liveViewers(db, auth), publicUrl: settings.publicUrl ?? null })
  const { ocppAuth, frameDays } = settings
  const piles = pileSide({ db, pool, live, log, auth: ocppAuth, frameDays })
  const { gateway, commands, sessions } = piles

  const files = filesAt(settings.files)

  const senders = sendersOf(settings.senders)
  const outbox = new Outbox({ db, senders, log, changed: (entity, id) => live.changed(entity, id) })

  const tasks = new Tasks({
    db,
    pool,
    log,
    tasks: houseTasks({ ...ground, db, pool, files, sessions }),
    changed: (entity, id) => live.changed(entity, id),
  })

  await seedMenu(db)
  await readOwnChoices(db)
  const people = peopleSide({ auth, needs, changed: (entity, id) => live.changed(entity, id) })

  const batches = new BatchWorker({ db, changed: (entity, id) => live.changed(entity, id) })

  const app = await buildApplication({
    settings,
    version,
    log,
    pool,
    metrics,
    framed: frameOrigins(db),
    consoleFolder,
    kit: { db, identify: apps.identify, changed: changedBy(auth, live), failed: logs.failed },
    stopping: () => shutdown.begun,
    routes(api) {
      api.register(auth.routes)
      const records = everyEntity(api, {
        site: siteExtension({ known: isRegion, divisions: divisionsOf }),
        berth: berthExtension,
        pile: pileExtension(gateway),
        batch_task: batchExtension(batches),
        pile_type: pileTypeExtension,
        alarm: alarmExtension,
        order: orderExtension,
        refund: refundExtension,
        billing_rule: billingRuleExtension,
        strategy: strategyExtension,
        customer: customerExtension,
        card: cardExtension(piles),
        file: fileExtension,
        task: taskExtension(tasks),
        task_run: taskRunExtension,
        message: messageExtension,
        ...people.extensions,
        ...logs.extensions,
        ...apps.extensions,
      })
      orderRoutes(api, sessions)
      billingRoutes(api)
      customerRoutes(api, (customer_id, balance_cents) => sessions.balanceChanged(customer_id, balance_cents))
      cardRoutes(api, piles)
      alarmRoutes(api)
      pileRoutes(api, { sockets: gateway, commands, flawOf, auth: ocppAuth })
      batchRoutes(api, batches)
      siteRoutes(api, settings.map)
      regionRoutes(api)
      berthRoutes(api)
      fileRoutes(api, files)
      messageRoutes(api, senders)
      todoRoutes(api)
      userCentreRoutes(api, {
        ...{ contacts: auth.contacts, send },
        kindsOf: (person) => sourcesFor(person).map(({ kind }) => kind),
      })
      dashboardRoutes(api)
      people.routes(api, records)
      tableRoutes(api)
      aboutRoutes(api, { version, embedded: Boolean(ground.backups), root: projectRoot })
      dictionaryRoutes(api, (entity, id) => live.changed(entity, id))
      viewRoutes(api)
      searchRoutes(api)
      languageRoutes(api)
      sheetRoutes(api, records)
      protocolLogRoutes(api, { open: async () => (await settingsNow()).public_protocol_log })
      localDataRoutes(api, {
        secret: secrets.tokenKey,
        encrypts: async () => (await settingsNow()).local_encryption,
      })
      taskRoutes(api, tasks)
      logs.routes(api)
      apps.routes(api)
      demoRoutes(api, demoNeeds(records, { version, settings: settingsNow }))
    },
  })
  shutdown.add('requests', 2_000, () => app.close())
  shutdown.add('live channel', 500, async () => live.close())
  routeUpgrades(app.server, {
    live: (request, socket, head) => live.upgrade(request, socket, head),
    piles: gateway.upgrade,
  })

  await piles.start()
  shutdown.add('piles', 5_000, () => gateway.stop())

  pileChores(chores, piles)
  chores.every(2_000, 'make the piles of batches', () => batches.wake())
  shutdown.add('batches', 1_000, () => batches.stop())
  shutdown.add('tasks', 1_500, () => tasks.stop())
  await tasks.start()
  pileMetrics(metrics, piles)
  consoleMetrics(metrics, live, pool)
  consoleChores(chores, db, auth)
  logs.chores(chores)
  await outbox.forgetCodes()
  chores.every(1_000, 'send messages', () => outbox.sendDue())
  const telling: TodoNeeds = { db, send, people: findUsers, publicUrl: settings.publicUrl ?? null }
  chores.every(10_000, 'tell people of their to-dos', () => noticeTodos(telling))
  return app
}

function consoleMetrics(metrics: Metrics, live: LiveChannel, pool: pg.Pool): void {
  metrics.gauge('live_viewers', 'Browsers that are signed in to the live channel', () => live.viewers)
  metrics.counter('live_messages', 'Changes told to browsers', () => live.counters.messages)
  metrics.counter('live_dropped', 'Browsers dropped for reading too slowly', () => live.counters.dropped)
  metrics.gauge('database_connections', 'Connections of the pool', () => pool.totalCount)
  metrics.gauge('database_waiting', 'Queries that wait for a connection', () => pool.waitingCount)
}

function consoleChores(chores: Chores, db: Kysely<Database>, auth: Auth): void {
  chores.every(minute, 'forget what expired of signing in', () => auth.tidy())
  chores.every(minute, 'add up row counts', () => addUpRowCounts(db))
  chores.every(1_000, 'read what dictionaries say', () => readOwnChoices(db))
  chores.every(10_000, 'add up tallies', () => addUpTallies(db, Object.values(entities)))
}
