import type { ConnectorState } from '../../shared/domain/connector-states.ts'
import type { Maintenance } from '../../shared/domain/intent.ts'
import { checkClock } from '../../shared/domain/meter-checks.ts'
import type { Condition } from '../../shared/domain/pile-conditions.ts'
import { traced } from '../kit/tracing.ts'
import type { Flag, FlagName } from './flags.ts'
import { maintenanceResultOf } from './maintenance-words.ts'
import type { BootFacts, PileBook } from './pile-book.ts'
import { type Measured, PileTransactions } from './pile-transactions.ts'
import type {
  Alarms,
  CardInfo,
  Cards,
  Certificates,
  ConnectedPile,
  ConnectorReport,
  CustomerReportPart,
  CustomerReports,
  DynamicLimits,
  EndedReservation,
  HeldProfiles,
  Live,
  Metered,
  MoneyAsked,
  Monitors,
  MonitorsReport,
  Newcomers,
  OutsideLimitEnd,
  OutsideLimitReport,
  OutsideLimits,
  PriorityReport,
  ProfilesReport,
  ReadingRow,
  ReservationReports,
  ScreenReport,
  Screens,
  SecurityLog,
  SessionMoney,
  Sessions,
  SetAside,
  Settings,
  SettingsReport,
  Settlements,
  Start,
  Stop,
  ToldSettlement,
  TransactionReport,
} from './ports.ts'
import { type ReportPart, ReportParts } from './report-parts.ts'
import { type SecurityAlarm, securityEvent } from './security-events.ts'

/** Those who hear of what piles tell. */
export interface Services {
  sessions: Sessions
  cards: Cards
  /** None: nobody signs certificates here. */
  certificates?: Certificates | undefined
  alarms: Alarms
  /** None: nobody asks what piles watch here. */
  monitors?: Monitors | undefined
  /** None: nobody has piles show messages here. */
  screens?: Screens | undefined
  /** None: nobody asks what piles keep of customers here. */
  customerReports?: CustomerReports | undefined
  setAside: SetAside
  /** None: nobody asks for reports of settings here. */
  settings?: Settings | undefined
  /** None: nobody gives piles dynamic profiles here. */
  limits?: DynamicLimits | undefined
  /** None: nobody keeps what other systems limit piles to here. */
  outside?: OutsideLimits | undefined
  /** None: nobody asks which profiles piles hold here. */
  profiles?: HeldProfiles | undefined
  /** None: nobody has piles reserve guns here. */
  reservations?: ReservationReports | undefined
  /** None: every pile is let in at once. */
  newcomers?: Newcomers | undefined
  securityLog: SecurityLog
  /** None: nobody keeps what terminals say here. */
  settlements?: Settlements | undefined
  live: Live
  book: PileBook
}

/** A word of an update or an upload. */
export interface MaintenanceWord {
  work: Maintenance
  word: string
  /** Of requests that the pile tells apart. */
  request?: number | undefined
}

export interface SecurityReport {
  type: string
  at: number
  received_at: number
  info: string | null
}

type MonitorsPart = Omit<MonitorsReport, 'isWhole'> & ReportPart

type ScreenPart = Omit<ScreenReport, 'isWhole'> & Pick<ReportPart, 'isLast'>

type Alarm = Parameters<Alarms['raise']>[1]

const HEARTBEAT_SECONDS = 300
const JITTER_SECONDS = 60

/** Piles that came back together must not beat together: each gets an interval of its own, the same at every boot. */
export const heartbeatSeconds = (pile_id: number): number => HEARTBEAT_SECONDS - ((pile_id * 37) % JITTER_SECONDS)

/** Forged firmware is a matter of security whichever message tells of it. */
const FORGED: Record<string, SecurityAlarm> = {
  InvalidSignature: 'InvalidFirmwareSignature',
  InvalidCertificate: 'InvalidFirmwareSigningCertificate',
  RevokedCertificate: 'InvalidFirmwareSigningCertificate',
}
const FIRMWARE_FAILED = 'FirmwareUpdateFailed'
const UPLOAD_FAILED = 'UploadFailed'

/**
 * What a pile tells, in the gateway's words: a protocol brings its messages to these. One for each socket. What is awaited is
 * durable when it resolves, so that the pile may have its answer.
 */
export class PileEvents {
  readonly pile: ConnectedPile
  readonly #services: Services
  readonly #flag: Flag
  readonly #hidden: (text: string) => string
  readonly #transactions: PileTransactions
  /** Messages that it was asked for while it waits. */
  readonly #invited = new Set<string>()
  /** Of a report in parts; null before the first one: it may have begun on another socket. */
  #nextPart: number | null = null
  /** The last report of what it watches. */
  #monitorReport: { request: number; parts: ReportParts } | null = null

  /** The last report of what its screen holds. Its parts have no numbers: they count as they come. */
  #screenReport: { request: number; parts: ReportParts; next: number } | null = null

  /** `hidden`: takes out of a pile's words the passwords that it was given. */
  constructor(pile: ConnectedPile, services: Services, flag: Flag, hidden: (text: string) => string) {
    this.pile = pile
    this.#services = services
    this.#flag = flag
    this.#hidden = hidden
    this.#transactions = new PileTransactions(pile, services, {
      rowsOf: (measured, order) => this.#rowsOf(measured, order),
      connector: (report) => this.connector(report, true),
    })
  }

  /** It started anew. Tells how often it is to be heard, in seconds. */
  async booted(facts: Omit<BootFacts, 'heartbeat_seconds'>, received_at: number): Promise<number> {
    const interval = heartbeatSeconds(this.pile.id)
    await this.#services.book.booted(this.pile, { ...facts, heartbeat_seconds: interval }, received_at)
    return interval
  }

  /** It started, and is to be asked before it is let in: what it says that it is is kept. */
  async mustWait(facts: Omit<BootFacts, 'heartbeat_seconds'>): Promise<boolean> {
    const { book, newcomers } = this.#services
    if (!(await newcomers?.mustWait(this.pile.id, book.starting(this.pile, facts)))) return false
    await book.waits(this.pile, facts)
    return true
  }

  /** It was let in, now or before: until then nothing else is heard of a pile that has to be. */
  get hasBooted(): boolean {
    return this.#services.book.hasBooted(this.pile)
  }

  /** It started, and was told to wait. */
  get isWaiting(): boolean {
    return this.#services.book.isWaiting(this.pile)
  }

  /** It is asked for this message, whatever it is let in to. */
  invite(message: string): void {
    if (this.isWaiting) this.#invited.add(message)
  }

  isInvited(message: string): boolean {
    return this.#invited.has(message)
  }

  /** Null: it asks for too many unknown cards and is told of no other one for now. */
  async authorize(card_number: string, knowsMasters: boolean): Promise<CardInfo | null> {
    return await traced('card.authorize', () => this.#services.cards.authorize(this.pile, card_number, knowsMasters))
  }

  async started(start: Start): Promise<{ transaction_id: string; told: CardInfo }> {
    const { sessions, book, cards } = this.#services
    const { transaction_id, status } = await traced('session.start', () => sessions.start(this.pile, start))
    book.charged(this.pile)
    return { transaction_id, told: await cards.told(start.card_number, status) }
  }

  /** Of the card that stopped, null where none did. */
  async stopped(stop: Stop): Promise<CardInfo | null> {
    const { sessions, book, cards } = this.#services
    const { status, misfit } = await traced('session.stop', () => sessions.stop(this.pile, stop))
    if (misfit) this.#flag('misfit_stop', stop.transaction_id)
    book.charged(this.pile)
    return status && stop.card_number !== null ? await cards.told(stop.card_number, status) : null
  }

  /**
   * Readings of a session, or of an idle connector: gives the rows that belong into the answer's outcome. What names a
   * transaction that is not open is kept aside as well, as `told` says it, for a person to look at.
   */
  measured(metered: Metered, told: object): ReadingRow[] | Promise<ReadingRow[]> {
    const order = traced('session.fold', () => this.#services.sessions.belongs(this.pile, metered))
    if (!order && metered.transaction_id !== null) return this.#rejoined(metered, told)
    return this.#rowsOf(metered, order)
  }

  /** Readings that belong to no transaction, whatever runs there. */
  measuredIdle(metered: Pick<Metered, 'connector_number' | 'readings' | 'received_at'>): ReadingRow[] {
    return this.#rowsOf(metered, null)
  }

  /** What a gun is at which something is plugged in: its protocol says no more. */
  stateOfBusy(connector_number: number): ConnectorState {
    return this.#services.sessions.stateOfBusy(this.pile, connector_number)
  }

  /** The gun that an EVSE without a connector means. */
  gunAt(evse: number): number {
    return this.#services.sessions.gunAt(this.pile, evse)
  }

  /** An event of a transaction that its pile names and numbers. */
  transaction(report: TransactionReport): ReturnType<PileTransactions['take']> {
    return traced('session.fold', () => this.#transactions.take(report))
  }

  /** What it may be told of a transaction that runs. */
  money(transaction_id: string, asked: MoneyAsked): SessionMoney | null {
    return this.#services.sessions.money(this.pile, transaction_id, asked)
  }

  /** It stops at the limit that it was told. */
  limitTaken(transaction_id: string): void {
    this.#services.sessions.limitTaken(this.pile, transaction_id)
  }

  /** A session charges with priority from now on, or does no more. Our number of it; null where none runs by that name, which is noted. */
  async priority(report: PriorityReport): Promise<string | null> {
    const transaction_id = await this.#services.sessions.priority(this.pile, report)
    if (transaction_id === null) this.#flag('unknown_priority', report.transaction_id)
    return transaction_id
  }

  /** It keeps a gun for nobody any more. */
  async reservationEnded(report: EndedReservation): Promise<void> {
    await this.#services.reservations?.ended(this.pile, report)
  }

  /** Another system limits it. */
  async limited(report: OutsideLimitReport): Promise<void> {
    await this.#services.outside?.limited(this.pile, report)
  }

  /** Another system limits it no more. */
  async released(end: OutsideLimitEnd): Promise<void> {
    await this.#services.outside?.released(this.pile, end)
  }

  /** A part of which profiles it holds. */
  async profilesHeld(report: ProfilesReport): Promise<void> {
    await this.#services.profiles?.report(this.pile, report)
  }

  /** The present limit of a dynamic profile that it holds, in the profile's unit; null where it holds none by that number. */
  async limitNow(profile: number): Promise<number | null> {
    return (await this.#services.limits?.limitNow(this.pile, profile)) ?? null
  }

  /** Its transaction does not run: it may be one that goes on after we ended it, and else the report is kept aside as well. */
  async #rejoined(metered: Metered, told: object): Promise<ReadingRow[]> {
    const { sessions, setAside } = this.#services
    const found = await sessions.rejoin(this.pile, metered)
    if ('order_id' in found) return this.#rowsOf(metered, found)
    await setAside.keep(this.pile, 'readings', found.reason, told)
    return this.#rowsOf(metered, null)
  }

  #rowsOf(metered: Measured, order: { order_id: number } | null): ReadingRow[] {
    const { received_at, connector_number } = metered
    const rows: ReadingRow[] = metered.readings.map((reading) => ({
      order_id: order?.order_id ?? 0,
      pile_id: this.pile.id,
      connector_number,
      received_at,
      at: reading.at,
      energy_wh: reading.energy_wh,
      resolution_wh: reading.resolution_wh,
      power_w: reading.power_w,
      current_ma: reading.current_ma,
      voltage_mv: reading.voltage_mv,
      soc: reading.soc,
      temperature_c: reading.temperature_c,
    }))
    const last = rows.at(-1)
    if (last) this.#services.book.clock(this.pile, last.at, received_at)
    return rows
  }

  /**
   * A connector's state: kept, then told to the order that may be on it and to the alarms. Connector 0 is the pile. False for
   * one that is older than the state we know: it is in the log and on the pile's page, and changes nothing. `timed`: by the
   * pile's own clock.
   */
  async connector(report: ConnectorReport, timed: boolean): Promise<boolean> {
    const { sessions, alarms, book } = this.#services
    const { pile } = this
    if (timed) book.clock(pile, report.at, report.received_at)
    if (book.isOld(pile, report)) {
      const at = new Date(report.at).toISOString()
      this.#flag('old_status', `${report.connector_number}: ${report.status} ${report.error_code} ${at}`)
      return false
    }
    await book.reported(pile, report)
    await sessions.connector(pile, report)
    await alarms.connector(pile, report)
    return true
  }

  /**
   * How an update or an upload goes on. Staff see every word on the pile's page; what went wrong is an alarm, which a later one
   * that works ends.
   */
  async maintained({ work, word, request }: MaintenanceWord, at: number): Promise<void> {
    const isFirmware = work === 'update_firmware' || work === 'update_signed_firmware'
    const known = await this.#noted(isFirmware ? 'firmware_status' : 'diagnostics_status', word, request)
    if (known?.fate === 'failed')
      await this.raise(isFirmware ? failedFirmware(known.word, at) : failedUpload(known.word, at))
    if (known?.fate !== 'done') return
    const over = isFirmware ? [FIRMWARE_FAILED, ...new Set(Object.values(FORGED))] : [UPLOAD_FAILED]
    for (const code of over) await this.#services.alarms.clear(this.pile, code, null, at)
  }

  /** Something that concerns the pile's security. Its alarms are a person's to close. */
  async security({ type, at: told, received_at, ...report }: SecurityReport): Promise<void> {
    const known = securityEvent(type)
    const subject = known?.type ?? this.#hidden(type)
    const info = report.info && this.#hidden(report.info)
    const about = { subject, pinned: known !== undefined }
    this.#flag('security_event', info ? `${subject}: ${info}` : subject, about)
    const event = {
      type: subject,
      severity: known?.severity ?? ('own' as const),
      info,
      at: told === 0 ? null : told,
      received_at,
    }
    await Promise.all([this.#services.book.noted(), this.#services.securityLog.keep(this.pile, event)])
    if (!known?.alarm) return
    // One that was away tells of it later; one whose clock cannot be believed, at some time.
    const at = checkClock(told, received_at) ? received_at : told
    await this.raise({ code: known.alarm, kind: 'security', connector_number: null, message: info, at })
  }

  /** What became of a payment at its terminal. */
  async settled(told: ToldSettlement): Promise<{ receipt_number: string | null }> {
    const info = told.info && this.#hidden(told.info)
    return (await this.#services.settlements?.keep(this.pile, { ...told, info })) ?? { receipt_number: null }
  }

  /** What it watches of itself and found out of its bounds, or well again. Durable when it resolves. */
  async noticed(conditions: readonly Condition[], received_at: number): Promise<void> {
    if (conditions.length === 0) return
    const hide = (text: string | null) => text && this.#hidden(text)
    const told = conditions.map(({ at, message, vendor_code, ...rest }) => ({
      ...rest,
      ...{ message: hide(message), vendor_code: hide(vendor_code) },
      at: checkClock(at, received_at) ? received_at : at,
    }))
    await this.#services.alarms.noticed(this.pile, told)
  }

  /** A part of a report of events: those that were left out before it are noted. `more`: another part follows. */
  reportPart(number: number, more: boolean): void {
    const awaited = this.#nextPart
    if (awaited !== null && number > awaited) this.#flag('report_part_missing', `${awaited}`)
    this.#nextPart = more ? number + 1 : 0
  }

  /** A part of a report of its settings. True where the report is whole with it. */
  async settings(report: SettingsReport): Promise<boolean> {
    return (await this.#services.settings?.report(this.pile, report)) ?? false
  }

  /** A part of what it tells of a customer. True where no part is missing any more. */
  async customerReport(part: CustomerReportPart): Promise<boolean> {
    return (await this.#services.customerReports?.report(this.pile, part)) ?? false
  }

  /** A part of what it says that it watches. */
  async monitors({ request, told, ...part }: MonitorsPart): Promise<void> {
    if (this.#monitorReport?.request !== request) this.#monitorReport = { request, parts: new ReportParts() }
    const { parts } = this.#monitorReport
    await this.#services.monitors?.report(this.pile, { request, isWhole: parts.isWholeWith(part), told })
    parts.add(part)
  }

  /** A part of what it says that its screen holds. One that could not be kept leaves a gap, so that the report is never whole. */
  async screen({ request, told, isLast }: ScreenPart): Promise<void> {
    if (this.#screenReport?.request !== request) this.#screenReport = { request, parts: new ReportParts(), next: 0 }
    const report = this.#screenReport
    const part = { part: report.next++, isLast }
    const shown = told.map((one) => ({
      ...one,
      texts: one.texts.map((text) => ({ ...text, text: this.#hidden(text.text) })),
    }))
    await this.#services.screens?.report(this.pile, { request, isWhole: report.parts.isWholeWith(part), told: shown })
    report.parts.add(part)
  }

  /** It asks for a certificate of its own (PKCS#10 in PEM), under this number where it has one. Whether one will follow. */
  async certificateRequested(request: string, number: number | null = null): Promise<boolean> {
    const { certificates } = this.#services
    const flaw = certificates ? await certificates.requested(this.pile, request, number) : 'not_here'
    if (flaw) this.#flag('certificate_refused', flaw)
    return flaw === null
  }

  /** Something a person should look at. */
  async raise(alarm: Alarm): Promise<void> {
    await this.#services.alarms.raise(this.pile, alarm)
  }

  async #noted(flag: FlagName, word: string, request: number | undefined) {
    const known = maintenanceResultOf(word)
    const subject = known?.word ?? word
    const about = { subject, pinned: known !== null }
    this.#flag(flag, request === undefined ? subject : `${subject}, request ${request}`, about)
    // It is in the database before the pile has its answer: it is not told twice.
    await this.#services.book.noted()
    return known
  }
}

function failedFirmware(word: string, at: number): Alarm {
  const forged = FORGED[word]
  if (forged) return { code: forged, kind: 'security', connector_number: null, message: word, at }
  return { code: FIRMWARE_FAILED, kind: 'command', connector_number: null, message: word, at }
}

const failedUpload = (word: string, at: number): Alarm => ({
  code: UPLOAD_FAILED,
  kind: 'command',
  connector_number: null,
  message: word,
  at,
})
