import type { Kysely } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { showMessage } from '../../shared/commands/screen.ts'
import type { Intent } from '../../shared/domain/intent.ts'
import type { CertificateUse } from '../../shared/domain/root-certificate.ts'
import { AlarmBook } from '../alarms/alarm-book.ts'
import type { OnGuessing } from '../cards/guesses.ts'
import { Payers } from '../cards/payers.ts'
import { StalePiles } from '../cards/stale-piles.ts'
import type { Authority } from '../certificates/authority.ts'
import { CertificateKeeper } from '../certificates/certificate-keeper.ts'
import { dynamicLimits } from '../charging-profiles/change-limit.ts'
import { OutsideLimitBook } from '../charging-profiles/outside-limit-book.ts'
import type { HasWords } from '../charging-profiles/ports.ts'
import { ProfileBook } from '../charging-profiles/profile-book.ts'
import { ProfileChecker } from '../charging-profiles/profile-checker.ts'
import { ProfileKeeper } from '../charging-profiles/profile-keeper.ts'
import { judgePiles } from '../configuration-templates/judge.ts'
import { Newcomers } from '../configuration-templates/newcomers.ts'
import { SettingsReader } from '../configuration-templates/settings-reader.ts'
import { CustomerReportBook } from '../customer-data/report-book.ts'
import { ALONE, type Bus } from '../kit/bus.ts'
import type { ProxyTrust } from '../kit/client-address.ts'
import type { Database } from '../kit/database/tables.ts'
import type { ProcessState } from '../kit/process-state.ts'
import { MonitorBook } from '../monitors/monitor-book.ts'
import { CommandHandover } from '../ocpp/command-handover.ts'
import { Commands } from '../ocpp/commands.ts'
import type { Payload } from '../ocpp/framing.ts'
import { Gateway } from '../ocpp/gateway.ts'
import type { Live } from '../ocpp/ports.ts'
import type { OurCall, Protocol } from '../ocpp/protocol.ts'
import { type Protocols, protocols as spoken } from '../ocpp/protocols.ts'
import { type CallRead, readCall } from '../ocpp/read-call.ts'
import { SettingReports } from '../ocpp/setting-reports.ts'
import { costTakesOf } from '../orders/running-costs.ts'
import { Sessions } from '../orders/sessions.ts'
import { setAside } from '../orders/set-aside.ts'
import { skipToldNumbers } from '../orders/transaction-numbers.ts'
import { TariffBook } from '../pile-tariffs/tariff-book.ts'
import { TariffKeeper } from '../pile-tariffs/tariff-keeper.ts'
import type { ReservationPiles } from '../reservations/ports.ts'
import { ReservationBook } from '../reservations/reservation-book.ts'
import type { CostsOf } from '../screens/ports.ts'
import { ScreenBook } from '../screens/screen-book.ts'
import { ScreenKeeper } from '../screens/screen-keeper.ts'
import { EventLog } from '../security-events/event-log.ts'
import { SettlementBook } from '../settlements/settlement-book.ts'
import type { Metrics } from './metrics.ts'
import type { PeriodicJobs } from './periodic-jobs.ts'
import type { Settings } from './settings.ts'

/** What the piles' side takes from the settings. */
export type PileSettings = Pick<Settings, 'ocppAuth' | 'frameDays'> &
  Partial<Pick<Settings, 'pileMessages' | 'frames' | 'pileTls'>>

type ReadCall = (pile_id: number, call: OurCall) => Promise<CallRead>

interface Ports {
  db: Kysely<Database>
  pool: pg.Pool
  /** To the other nodes; without it there are none. */
  bus?: Bus
  /** This node's number, once it has arrived. */
  node?: () => number
  live: Live
  log: Logger
  trust: ProxyTrust
  settings: PileSettings
  /** Which piles are asked before they are let in; none where nobody says. */
  whichWait?: ConstructorParameters<typeof Newcomers>[0]['whichWait']
  /** Null: no port asks piles for certificates. */
  authority?: Authority | null
  /** Keys the fingerprints of passwords that piles offer in vain. */
  fingerprintKey: Uint8Array
  /** The same at every node, as each of them makes sure of. */
  nodeKey: Uint8Array
  /** Those of protocols.ts unless a test adds one. */
  protocols?: Protocols
}

export interface PileSide {
  gateway: Gateway
  alarms: AlarmBook
  commands: Commands
  stale: StalePiles
  certificates: CertificateKeeper
  reader: SettingsReader
  checker: ProfileChecker
  screens: ScreenBook
  screenKeeper: ScreenKeeper
  tariffs: TariffKeeper
  settlements: SettlementBook
  sessions: Sessions
  readCall: ReadCall
  reserving: ReservationPiles
  /** What can be asked of a pile in the protocol that it speaks. */
  canAsk: (pile_id: number) => readonly string[]
  /** Whether the version that a pile speaks, or spoke last, can say all of it. */
  canSay: (pile_id: number, intent: Intent) => Promise<boolean>
  /** What certificates are for, as far as the pile can be asked about them; of one that is away by what it spoke last. */
  usesOf: (pile_id: number) => Promise<readonly CertificateUse[]>
  /** Whether a protocol, by its name, can say all of a charging profile. */
  hasWords: HasWords
  /** Whether piles that speak this protocol can be given messages for their screens. */
  canShow: (protocol: string) => boolean
  costsOf: CostsOf
  /** Calls of its protocol that a person may begin with. */
  callExamples: (pile_id: number) => Promise<Protocol['examples']>
  /** What such a call takes. */
  callForm: (pile_id: number, action: string) => Promise<ReturnType<Protocol['form']>>
  state: ProcessState[]
  /** Other nodes may have piles. */
  hasOthers: boolean
  /** From here on piles are let in. */
  start(): Promise<void>
}

/** The sockets of piles and what stands behind them: sessions, cards, alarms, commands. */
export function pileSide({
  db,
  pool,
  bus = ALONE,
  node = () => 0,
  live,
  log,
  trust,
  fingerprintKey,
  nodeKey,
  settings,
  authority = null,
  whichWait = async () => 'never',
  protocols = spoken,
}: Ports): PileSide {
  const alarms = new AlarmBook(db, live, log)
  const guessing = guessingAlarm(alarms, log)
  const payers = new Payers(db, {
    began: (id) => {
      gateway.flag(id, 'card_guesses', 'the alarm was raised')
      guessing.began(id)
    },
    ended: (id) => guessing.ended(id),
  })
  const aside = setAside(db)
  const sessions = new Sessions({
    ...{ db, node },
    payers,
    setAside: aside,
    alarms,
    live,
    log,
    askReport: (pile_id, connector_number) =>
      commands.askOurs(pile_id, { ask: 'trigger', message: 'transaction', connector_number }),
    costWay: (pile_id, takes) => gateway.protocolOf(pile_id).costWay?.(takes) ?? 'none',
    tellCost: (pile_id, transaction_id, cents) =>
      commands.askOurs(pile_id, { ask: 'tell_cost', transaction_id, cents }),
    remoteStop: (pile_id, transaction_id) => commands.remoteStop(pile_id, transaction_id),
    ask: (pile_id, transaction) => commands.askOurs(pile_id, { ask: 'transaction_status', ...transaction }),
  })
  const { ocppAuth: auth, frameDays, pileMessages, frames } = settings
  const limits = { ...(pileMessages && { pileMessages }), ...(frames && { frames }) }
  const certificates = new CertificateKeeper({
    ...{ db, log, authority, days: settings.pileTls?.days ?? 0 },
    connectedPiles: () => gateway.connectedPiles(),
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
    changed: (id) => live.changed('certificate', id),
  })
  const securityLog = new EventLog(db, live)
  const settlements = new SettlementBook(db, live)
  const monitors = new MonitorBook(db, live, alarms)
  const screens = new ScreenBook(db, live)
  const tariffBook = new TariffBook(db, live)
  const customerReports = new CustomerReportBook(db, live)
  const reports = new SettingReports({ db, live, told: (pile_id, trx) => judgePiles(trx, [pile_id]) })
  const newcomers = new Newcomers({
    ...{ db, log, whichWait },
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
    askInParts: (pile_id, intent) => commands.askInParts(pile_id, intent),
  })
  const services = {
    ...{ sessions, cards: payers, certificates, alarms, setAside: aside, settings: reports, newcomers, monitors },
    reservations: new ReservationBook(db, live),
    limits: dynamicLimits(db, (id) => live.changed('charging_profile', id)),
    outside: new OutsideLimitBook(db, live),
    profiles: new ProfileBook(db, live),
    ...{ securityLog, settlements, customerReports, screens, live },
  }
  const gateway = new Gateway({
    ...{ pool, bus, node, protocols },
    ...services,
    log,
    auth,
    trust,
    fingerprintKey,
    frameDays,
    ...limits,
    operator: authority?.operator ?? null,
  })
  const handover = new CommandHandover({ db, bus, node, gateway, secret: nodeKey, log })
  const commands = new Commands({
    ...{ db, gateway, protocols, alarms, live, log, node, handover },
    settingsTold: (pile_id, trx) => judgePiles(trx, [pile_id]),
    agreed: async (pile_id, intent, { monitor, screen }) => {
      if (monitor) await monitors.agreed(pile_id, intent, monitor)
      if (screen) await screens.agreed(pile_id, intent, screen)
    },
    tariffAnswered: (pile_id, intent, answer) => tariffBook.answered(pile_id, intent, answer),
    transactionTold: (pile_id, asked, told) => sessions.transactionTold(pile_id, asked, told),
  })
  gateway.onMovedIn((piles) => alarms.load(piles))
  gateway.onMovedIn((piles) => commands.resume(piles))
  gateway.onMovedOut((pile_id) => commands.movedOut(pile_id))
  gateway.onHandled((pile, sign) => commands.sign(pile.id, sign))
  gateway.onLateAnswer((pile, unique_id, read) => commands.lateAnswer(pile.id, unique_id, read))
  const stale = new StalePiles({
    ...{ db, alarms, log },
    connected: (pile_id) => gateway.has(pile_id),
    connectedPiles: () => gateway.connectedPiles(),
    changed: (id) => live.changed('card_list', id),
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
    flag: (pile_id, flag, detail) => gateway.flag(pile_id, flag, detail),
  })
  gateway.onHandled((pile, { shows }) => stale.heard(pile.id, shows === 'boot'))
  gateway.onHandled((pile, { shows }) => {
    if (shows === 'certificate') certificates.heard(pile.id)
  })
  const reader = new SettingsReader({
    ...{ db, log, connectedPiles: () => gateway.connectedPiles() },
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
    tellsInReports: (pile_id) => gateway.protocolOf(pile_id).tellsInReports ?? false,
  })
  const profiles = new ProfileKeeper({
    ...{ db, log, changed: (id) => live.changed('charging_profile', id) },
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
  })
  const screenKeeper = new ScreenKeeper({
    ...{ db, log, connectedPiles: () => gateway.connectedPiles() },
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
  })
  const checker = new ProfileChecker({
    ...{ db, log, connectedPiles: () => gateway.connectedPiles() },
    changed: (id) => live.changed('charging_profile', id),
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
  })
  const speaksOfTariffs = (pile_id: number) => gateway.protocolOf(pile_id).asks.includes('set_tariff')
  const tariffs = new TariffKeeper({
    ...{ db, log, changed: (id) => live.changed('pile', id) },
    capablePiles: () => gateway.connectedPiles().filter(speaksOfTariffs),
    ask: (pile_id, intent) => commands.askOurs(pile_id, intent),
  })
  gateway.onHandled((pile, { shows }) => {
    if (shows === 'waiting') newcomers.began(pile.id)
    if (shows === 'settings') newcomers.told(pile.id)
    if (shows !== 'boot') return
    profiles.booted(pile.id)
    screenKeeper.booted(pile.id)
    tariffs.booted(pile.id).catch((err) => log.error({ err, pile_id: pile.id }, 'a tariff could not be looked at'))
    reader.booted(pile.id).catch((err) => log.error({ err, pile_id: pile.id }, 'a configuration could not be read'))
  })
  return {
    gateway,
    alarms,
    commands,
    stale,
    certificates,
    reader,
    checker,
    screens,
    screenKeeper,
    tariffs,
    settlements,
    sessions,
    state: [
      ...gateway.state,
      ...commands.state,
      ...sessions.state,
      ...alarms.state,
      payers.state,
      stale.state,
      profiles.state,
      ...screenKeeper.state,
      reader.state,
      reports.state,
      newcomers.state,
      checker.state,
      tariffs.state,
      certificates.state,
    ],
    callExamples: async (pile_id) => (await gateway.spokenBy(pile_id)).examples,
    callForm: async (pile_id, action) => (await gateway.spokenBy(pile_id)).form(action),
    canShow: (protocol) => protocols.named(protocol).asks.includes(showMessage.name),
    costsOf: async (db, pile_id) => {
      const [takes] = await costTakesOf(db, [pile_id])
      return (takes && (await gateway.spokenBy(pile_id)).costWay?.(takes)) ?? 'none'
    },
    canAsk: (pile_id) => gateway.protocolOf(pile_id).asks,
    canSay: async (pile_id, intent) => (await gateway.spokenBy(pile_id)).say(intent, null) !== null,
    usesOf: async (pile_id) => (await gateway.spokenBy(pile_id)).certificateUses ?? [],
    hasWords: (protocol, profile) =>
      protocols.named(protocol).say({ ask: 'set_profile', connector_number: 0, profile }, null) !== null,
    readCall: async (pile_id, call) => readCall(await gateway.spokenBy(pile_id), call),
    reserving: {
      connected: (pile_id) => gateway.connected(pile_id),
      write: (asked, trx) => commands.write(asked, trx),
      answered: (id, within_ms) => commands.answered(id, within_ms),
      obstacleIn: (pile_id, call, answer) =>
        gateway.protocolOf(pile_id).replyOf(call, answer as Payload).obstacle ?? null,
    },
    hasOthers: bus !== ALONE,
    start: async () => {
      await skipToldNumbers(pool)
      await gateway.start()
    },
  }
}

/** A pile asks for one unknown card number after the other: someone tries them out, or its reader is broken. */
function guessingAlarm(alarms: AlarmBook, log: Logger): OnGuessing {
  const code = 'CardGuessing'
  const soon = (work: Promise<void>) => work.catch((err) => log.error({ err }, 'an alarm of a pile could not be kept'))
  return {
    began: (id) => {
      const alarm = { code, kind: 'protocol' as const, connector_number: null, message: null, at: Date.now() }
      void soon(alarms.raise({ id }, alarm))
    },
    ended: (id) => void soon(alarms.clear({ id }, code, null, Date.now())),
  }
}

/** What goes on by itself behind the piles' messages: each node for the piles that it has, and one for all what asks the database alone. */
export function pileJobs(jobs: PeriodicJobs, piles: PileSide): void {
  const { sessions, stale, reader, checker, certificates, screens, screenKeeper, tariffs, settlements } = piles
  if (piles.hasOthers) besideOthers(jobs, piles)
  else jobs.every(10_000, 'look for piles that are known as connected and are not', () => piles.gateway.tidy())
  jobs.every(500, 'write what sessions cost so far', () => sessions.writeFigures())
  jobs.every(500, 'tell piles of cards out of use', () => stale.sweep())
  jobs.every(1_000, 'bring card lists of piles up to date', () => stale.bringUpToDate())
  jobs.every(5_000, 'renew certificates of piles', () => certificates.sweep())
  jobs.every(60_000, 'ask piles what their configuration says', () => reader.sweep())
  jobs.every(60_000, 'ask piles what their charging profiles come to', () => checker.sweep())
  jobs.once(5_000, 'let go of messages on screens whose time is over', () => screens.sweep())
  jobs.every(60_000, 'ask piles what their screens hold', () => screenKeeper.sweep())
  jobs.every(5_000, 'give piles the prices of their sites', () => tariffs.sweep())
  jobs.once(60_000, 'find the orders of payments at terminals', () => settlements.matchLate())
  jobs.every(5_000, 'follow what runs at piles', () => sessions.follow())
  jobs.once(5_000, 'settle what no message will settle', () => sessions.sweep())
  jobs.every(60_000, 'hold orders that lost their stop', () => sessions.sweepForgotten())
  jobs.every(60_000, 'ask piles for missing reports of sessions', () => sessions.askIncomplete())
}

function besideOthers(jobs: PeriodicJobs, { gateway, commands, sessions }: PileSide): void {
  jobs.every(1_000, 'look at the piles of other nodes', () => gateway.look())
  jobs.every(1_000, 'look at commands for piles of other nodes', () => commands.look())
  jobs.every(1_000, 'look what customers spend at other nodes', () => sessions.learnElsewhere())
  jobs.every(2_000, 'take over what nodes that ended had', async () => {
    await gateway.tidy()
    await commands.tidy()
  })
}

export function pileMetrics(metrics: Metrics, { gateway }: PileSide): void {
  const { admission, counters, service } = gateway
  metrics.gauge('piles_connected', 'Piles that have a socket', () => gateway.size)
  metrics.counter('pile_frames', 'Frames received from piles', () => counters.frames)
  metrics.counter('pile_boots', 'Times that piles said that they started', () => counters.boots)
  metrics.counter('pile_frames_counted', 'Frames of floods that were counted, not kept', () => service.floods.total)
  metrics.gauge('piles_flooding', 'Piles that send more than their limit', () => service.floods.size)
  metrics.gauge('piles_paced', 'Piles whose socket is not read at present', () => service.order.paced)
  metrics.gauge('piles_served_next', 'Piles whose frames wait for their turn', () => service.order.waiting)
  commitMetrics(metrics, gateway.commits)
  metrics.gauge('pile_large_frames', 'Large frames that arrive or are handled', () => service.large.held)
  metrics.gauge('pile_large_frames_waiting', 'Piles whose large frame waits for a place', () => service.large.waiting)
  metrics.counter('pile_calls_refused', 'Calls of piles that were answered with an error', () => counters.refused)
  metrics.counter('pile_connections_rejected', 'Piles that were not let in', () => counters.rejected)
  metrics.counter('pile_connections_put_off', 'Piles that were told to connect later', () => admission.total)
  metrics.counter('pile_reports', 'Reports of piles that were stored before their answer', () => counters.reports)
}

const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const COMMIT_ENTRIES = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_000]

function commitMetrics(metrics: Metrics, commits: PileSide['gateway']['commits']): void {
  const took = metrics.histogram('pile_commit_seconds', 'How long commits of reports took', COMMIT_SECONDS)
  const held = metrics.histogram('pile_commit_entries', 'Reports and frames that shared a commit', COMMIT_ENTRIES)
  let failed = 0
  commits.onCommit((commit) => {
    took(commit.seconds)
    held(commit.items)
    if (commit.failed) failed++
  })
  metrics.counter('pile_commits_failed', 'Commits of reports that the database refused', () => failed)
  metrics.gauge('pile_commits_waiting', 'Reports and frames that wait for a commit', () => commits.queued)
}
