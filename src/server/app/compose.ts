import type { FastifyInstance } from 'fastify'
import { Auth } from '../auth/auth.ts'
import { BatchWorker } from '../batches/batch-worker.ts'
import { followPlan } from '../billing/follow-plan.ts'
import { Campaigns } from '../campaigns/campaigns.ts'
import { openAuthority } from '../certificates/authority.ts'
import type { Doors } from '../certificates/raise-profile.ts'
import { servesBy } from '../certificates/roots.ts'
import { DiagnosticsUploads } from '../diagnostics/uploads.ts'
import { readOwnChoices } from '../dictionaries/items.ts'
import { filesAt } from '../files/file-place.ts'
import { arrivingFiles } from '../files/keep-arriving.ts'
import { FirmwareDownloads } from '../firmware/downloads.ts'
import { tellingOfFirmware } from '../firmware/tell.ts'
import { followInspections } from '../inspections/routes.ts'
import { ALONE } from '../kit/bus.ts'
import { proxiesAt } from '../kit/client-address.ts'
import { type Extensions, everyEntity } from '../kit/crud/every-entity.ts'
import { makeCollations } from '../kit/database/collations.ts'
import { RouteCalls } from '../kit/route-calls.ts'
import { keyFor } from '../kit/sealed.ts'
import { LiveChannel } from '../live/channel.ts'
import { SignInTries } from '../logs/sign-in-tries.ts'
import { followMaintenance } from '../maintenance/routes.ts'
import { followService } from '../maintenance/service.ts'
import { seedMenu } from '../menus/seed-menu.ts'
import { makeReadingPartitions } from '../orders/reading-partitions.ts'
import { Reservations } from '../reservations/reservations.ts'
import { currentSettings } from '../settings/current-settings.ts'
import { taskRoutes } from '../tasks/routes.ts'
import { taskExtension, taskRunExtension } from '../tasks/task-extension.ts'
import { Tasks } from '../tasks/tasks.ts'
import { alarmJobs } from './alarm-jobs.ts'
import { appSide } from './app-side.ts'
import { buildApplication } from './application.ts'
import { authPorts } from './auth-ports.ts'
import { businessSide } from './business-side.ts'
import { campaignWorks } from './campaign-works.ts'
import { consoleJobs, consoleMetrics } from './console-jobs.ts'
import { consoleRoutes } from './console-routes.ts'
import { frameOrigins } from './frame-origins.ts'
import { makeLogPartitions } from './kept-tables.ts'
import { ADDRESS_CONNECTIONS, freeFor } from './limit-connections.ts'
import { changedBy, liveViewers } from './live-viewers.ts'
import { logSide } from './log-side.ts'
import { messageSide } from './message-side.ts'
import { createMetrics } from './metrics.ts'
import { nodeSide } from './node-side.ts'
import { peopleSide } from './people-side.ts'
import { createPeriodicJobs } from './periodic-jobs.ts'
import { pileAddresses } from './pile-addresses.ts'
import { openPilePort } from './pile-port.ts'
import { pileJobs, pileMetrics, pileSide } from './pile-side.ts'
import { pushSide } from './push-side.ts'
import { replicaMetrics, replicaState, tellWrites } from './replica-side.ts'
import type { ServerDeps } from './server-deps.ts'
import { sharedByNodes } from './shared-by-nodes.ts'
import { DRAIN_SECONDS } from './signals.ts'
import { systemTasks } from './system-tasks.ts'
import { tellingNodes } from './telling-nodes.ts'
import { routeUpgrades } from './upgrades.ts'
import { wallSide } from './wall-side.ts'
import { watchMetrics } from './watch-side.ts'

const minute = 60_000
const DIAGNOSTICS_BYTES = 100 * 1024 * 1024

/** Wires the features together: the one place that knows them all. What it starts, the shutdown stops. */
export async function compose(deps: ServerDeps): Promise<FastifyInstance> {
  const { settings, secrets, version, log, database, shutdown, consoleFolder, bus = ALONE } = deps
  const { db, pool, clock, replica } = database
  const metrics = createMetrics()
  const telling = tellingNodes(bus, () => live)
  const { changed } = telling
  tellWrites(replica, bus)
  const { dataDir: folder, diskMargin: margin } = settings
  const disk = folder && margin ? { folder, margin } : null
  const nodes = nodeSide({
    clockAhead: () => clock?.ahead ?? 0,
    replica: () => replica && { state: replica.state, lag: replica.lagSeconds },
    ...{ db, bus, shutdown, disk, changed, name: settings.nodeName, release: version, tokenKey: secrets.tokenKey },
    shares: () => sharedByNodes(deps, authority),
    differs: (node, how) => log.warn({ node }, how),
    figures: () => ({
      ...{ piles: piles.gateway.size, browsers: live.viewers },
      ...{ piles_waiting: piles.gateway.admission.waiting, piles_put_off: piles.gateway.admission.putOff },
    }),
    takesPiles: (takes) => piles.gateway.takePiles(takes),
    cutOff: (isCutOff) => piles.gateway.cutOff(isCutOff),
    tls: Boolean(settings.tls),
  })
  const logs = logSide({ db, version, shutdown, changed })
  const jobs = createPeriodicJobs(log, logs.jobFailed, nodes.leadership)
  shutdown.add('jobs', 1_000, () => jobs.stop())

  const settingsNow = currentSettings(db)
  const tries = new SignInTries()
  const ports = authPorts(settingsNow, tries)
  const { tokenKey, captchaKey: codeKey, factorKey } = secrets
  const publicUrl = settings.publicUrl ?? null
  const sso = settings.sso && { settings: settings.sso, log }
  const auth = new Auth({ db, tokenKey, codeKey, factorKey, publicUrl, pictures: settings.captcha, ports, sso })
  const apps = appSide(db, tokenKey, { bus, people: auth.people.identify, tries })
  const trust = proxiesAt(settings.trustedProxies)
  const walls = wallSide(db, { version, changed })
  const live = new LiveChannel({
    ...liveViewers(db, { people: auth.people, walls: walls.people }),
    publicUrl,
    trust,
    replica,
  })
  const { pileTls } = settings
  const authority = pileTls && settings.dataDir ? await openAuthority(pileTls, settings.dataDir) : null
  const doors: Doors = {
    tls: Boolean(settings.tls || pileTls || publicUrl?.startsWith('https:')),
    certificates: authority !== null,
    signs: Boolean(authority?.signer),
    serves: await servesBy((pileTls ?? settings.tls)?.cert ?? null),
    addresses: pileAddresses(settings.pileUrl ?? publicUrl, pileTls?.port ?? null),
  }
  const whichWait = async () => (await settingsNow()).ask_new_piles
  const piles = pileSide({
    ...{ db, pool, bus, node: () => nodes.id },
    live: telling,
    log,
    settings,
    trust,
    authority,
    whichWait,
    fingerprintKey: codeKey,
    nodeKey: tokenKey,
  })
  const files = filesAt(settings.files)
  const downloads = new FirmwareDownloads({ store: files.store, most: settings.firmwareDownloads ?? 20, changed })
  const uploads = new DiagnosticsUploads({
    files: arrivingFiles(files),
    most: settings.diagnosticsBytes ?? DIAGNOSTICS_BYTES,
  })
  const campaigns = new Campaigns({
    ...{
      db,
      changed: tellingOfFirmware(db, changed),
      works: campaignWorks({ hasWords: piles.hasWords, canShow: piles.canShow, doors }),
    },
    piles: {
      connectedPiles: () => piles.gateway.connectedPiles(),
      writeAll: (asks, trx) => piles.commands.writeAll(asks, trx),
    },
  })
  const reservations = new Reservations({ db, changed, piles: piles.reserving })
  piles.commands.onMoved((command) => {
    campaigns.moved(command)
    reservations.moved(command)
  })
  const batches = new BatchWorker({ db, changed })
  const work = systemTasks({ ...deps, disk, db, pool, files, sessions: piles.sessions })
  const tasks = new Tasks({ db, pool, log, changed, tasks: work, node: nodes.name })
  const push = pushSide({ db, settings, secrets })
  const business = businessSide({
    settings,
    push: push.alarms,
    piles,
    batches,
    campaigns,
    reservations,
    settingsNow,
    files,
    doors,
    changed,
  })
  const people = peopleSide({ auth, ports, changed })
  const messages = messageSide({ db, settings, log, auth, devices: push.sender, push: push.alarms, changed })
  const sides = [business, people, messages, logs, apps, walls]
  await makeCollations(db)
  await seedMenu(db)
  await readOwnChoices(db)

  const routeCalls = new RouteCalls(bus)
  const app = await buildApplication({
    ...{ settings, version, log, pool, metrics, disk, consoleFolder },
    framed: frameOrigins(db),
    kit: {
      ...{ db, replica, identify: async (token) => (await walls.people.identify(token)) ?? apps.identify(token) },
      ...{ repeatKey: keyFor('repeated requests', codeKey), routeCalls },
      ...{ changed: changedBy(auth, telling), failed: logs.failed, refused: logs.refused },
    },
    unready: () => (shutdown.begun ? 'stopping' : piles.gateway.handsOver ? 'handing piles over' : null),
    forPiles(root) {
      downloads.routes(root)
      uploads.routes(root)
    },
    routes(api) {
      api.register(auth.routes)
      const extensions = Object.assign({}, ...sides.map((side) => side.extensions), tasksOf(tasks)) as Extensions
      const records = everyEntity(api, extensions)
      for (const side of sides) side.routes(api, records)
      taskRoutes(api, tasks)
      nodes.routes(api)
      push.routes(api)
      const embedded = Boolean(deps.backups)
      consoleRoutes(api, records, { version, embedded, secret: tokenKey, settings: settingsNow, changed })
    },
  })
  await nodes.arrive(app)
  shutdown.add('requests', 2_000, () => app.close())
  shutdown.add('live channel', 500, async () => live.close())
  routeUpgrades(app.server, { live: live.upgrade.bind(live), piles: piles.gateway.upgrade })

  await makeReadingPartitions(pool)
  await makeLogPartitions(pool)
  await piles.start()
  shutdown.add('commands', 1_000, () => piles.commands.drain())
  shutdown.add('piles', 5_000, () => piles.gateway.stop())
  if (pileTls && authority) {
    const parts = { settings: pileTls, host: settings.host ?? '127.0.0.1', authority, piles: piles.gateway.upgrade }
    const most = settings.addressConnections ?? ADDRESS_CONNECTIONS
    const limit = { most, isFree: freeFor(trust) }
    const pilePort = await openPilePort({ ...parts, limit })
    shutdown.add('the port for certificates', 500, async () => void pilePort.close())
  }
  shutdown.add('batches', 1_000, () => batches.stop())
  shutdown.add('campaigns', 1_000, () => campaigns.stop())
  shutdown.add('reservations', 1_000, () => reservations.stop())
  shutdown.add('tasks', 1_500, () => tasks.stop())
  await tasks.start()
  pileMetrics(metrics, piles)
  consoleMetrics(metrics, live, pool)
  nodes.metrics(metrics)
  logs.metrics(metrics)
  replicaMetrics(metrics, replica)
  watchMetrics(metrics, {
    ...{ db, jobs, backsUp: Boolean(deps.backups) },
    certificates: { console: settings.tls?.cert, piles: pileTls?.cert, pile_authority: authority?.roots },
  })
  metrics.remembers([
    ...piles.state,
    ...logs.state,
    ...apps.state,
    live.state,
    bus.state,
    routeCalls.state,
    replicaState(replica),
    campaigns.state,
    downloads.state,
    uploads.state,
  ])
  pileJobs(jobs, piles)
  alarmJobs(jobs, {
    ...{ db, alarms: piles.alarms, settings: settingsNow },
    offlineAfter: (ms) => piles.gateway.offlineAfter(ms),
    certificates: {
      served: [pileTls?.cert, settings.tls?.cert].flatMap((pem) => pem ?? []),
      roots: authority?.roots ?? null,
    },
  })
  jobs.once(2_000, 'make the piles of batches', () => batches.wake())
  jobs.every(1_000, 'carry campaigns on', () => campaigns.sweep())
  jobs.once(1_000, 'look what campaigns wait for', () => campaigns.look())
  jobs.every(1_000, 'follow reservations', () => reservations.look())
  consoleJobs(jobs, db, auth)
  jobs.once(minute, 'forget what expired of screens on walls', () => walls.tidy())
  jobs.once(1_000, 'write into sites what begins to price them', async () => {
    for (const id of await followPlan(db)) changed('site', id)
  })
  jobs.once(2_000, 'follow maintenance that begins or ends', async () => {
    for (const id of await followMaintenance(db)) changed('maintenance', id)
    await followService({ db, campaigns, changed })
  })
  jobs.once(10_000, 'begin rounds of inspection', () => followInspections(db, changed))
  logs.jobs(jobs)
  await messages.start(jobs)
  push.jobs(jobs)
  nodes.jobs(jobs)
  if (piles.hasOthers) {
    const { drainSeconds: seconds = DRAIN_SECONDS } = settings
    shutdown.add('handing piles over', seconds * 1_000 + 500, () => piles.gateway.drain(seconds * 1_000))
  }
  nodes.goFirst()
  return app
}

const tasksOf = (tasks: Tasks): Extensions => ({ task: taskExtension(tasks), task_run: taskRunExtension })
