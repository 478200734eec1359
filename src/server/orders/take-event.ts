import { isoOrNull, msOrNull } from '../kit/instants.ts'
import type { AuthorizationStatus, ConnectedPile, ReadingRow, Start, TransactionReport } from '../ocpp/ports.ts'
import { keepReadings } from './keep-readings.ts'
import { nameOrder } from './name-order.ts'
import {
  type Folded,
  foldEvents,
  type KeptEvent,
  keepEvent,
  keptEvents,
  lockNumbered,
  newEvent,
  orderNumbered,
  saysOther,
} from './numbered-events.ts'
import { storyOf } from './numbered-story.ts'
import { bounded, inOrder } from './order-events.ts'
import { holdPayer, lockOrder, type OrderRow, type Trx, updateOrder } from './order-row.ts'
import type { Payers } from './ports.ts'
import { answerTo } from './refusal.ts'
import { isWithoutStop, rejoin } from './rejoin.ts'
import { remoteStartNumbered } from './remote-start.ts'
import { openOrder } from './start.ts'
import { type KnownOfPile, mayEnd, type Stopped, stopOrder } from './stop.ts'
import { type Superseded, supersede } from './supersede.ts'
import { beginAfterAll, forgetUnbegun, missingOf, NO_GUN, NUMBERED, noteUnbegun, onlyGun } from './unbegun.ts'

/** What became of an order by an event, as it is now. */
export interface TakenEvent {
  fold: Folded
  order: OrderRow | null
  /** Of the event's card. */
  status: AuthorizationStatus | null
  rows: ReadingRow[]
  /** Its session is to be loaded anew: it began, has another payer, or another beginning. */
  isAnew: boolean
  /** What else ended at its gun. */
  ended: Superseded[]
  held: number[]
  stopped: Extract<Stopped, { did: 'ended' }> | null
  /** It belongs to no order that takes it any more, or its number said something else before. */
  aside: 'already_closed' | 'numbered_anew' | null
}

export interface TakingDeps {
  payers: Payers
  known: KnownOfPile
}

/** Keeps an event and brings its order to what all events that are known come to. In one transaction. */
export async function takeEvent(
  trx: Trx,
  deps: TakingDeps,
  pile: ConnectedPile,
  report: TransactionReport,
): Promise<TakenEvent> {
  const { transaction_id } = report
  await lockNumbered(trx, pile.id, transaction_id)
  const kept = await keptEvents(trx, pile.id, transaction_id)
  const order = (await orderNumbered(trx, pile.id, transaction_id)) ?? null
  const twin = kept.find(({ seq_no }) => seq_no === report.seq_no)
  if (twin) return repeated(twin, { report, order, fold: foldEvents(kept) })
  const event = newEvent(report)
  const events = [...kept, event]
  const taking = new Taking(trx, deps, pile, { report, event, fold: foldEvents(events), events })
  return order ? await taking.goOn(order) : await taking.begin()
}

/** A pile repeats an event until it has an answer, and gets the same one. */
const repeated = (
  twin: KeptEvent,
  { report, order, fold }: { report: TransactionReport; order: OrderRow | null; fold: Folded },
): TakenEvent => ({
  ...{ fold, order, status: twin.status, ...NOTHING_MORE },
  aside: saysOther(twin, report) ? 'numbered_anew' : null,
})

const NOTHING_MORE = { rows: [], isAnew: false, ended: [], held: [], stopped: null }

interface Event {
  report: TransactionReport
  event: KeptEvent
  fold: Folded
  events: readonly KeptEvent[]
}

class Taking {
  readonly #trx: Trx
  readonly #deps: TakingDeps
  readonly #pile: ConnectedPile
  readonly #event: Event

  constructor(trx: Trx, deps: TakingDeps, pile: ConnectedPile, event: Event) {
    this.#trx = trx
    this.#deps = deps
    this.#pile = pile
    this.#event = event
  }

  /** No order is there yet: one begins with the event of its start, once its gun is known. */
  async begin(): Promise<TakenEvent> {
    const { fold, report, event, events } = this.#event
    const begun = fold.begun ?? (await this.#begunNowhere())
    if (!begun) {
      const status = await this.#standing(report.card_number)
      await keepEvent(this.#trx, this.#pile.id, report, status)
      await noteUnbegun(this.#trx, this.#name(), report.received_at)
      return { fold, order: null, status, ...NOTHING_MORE, aside: null }
    }
    if (events.length > 1) await forgetUnbegun(this.#trx, this.#name())
    const start = await this.#startOf(begun)
    const ended = await supersede(this.#trx, this.#pile.id, start, () => false)
    const key = `${NUMBERED}${report.transaction_id}`
    const opened = await openOrder(this.#trx, this.#deps.payers, this.#pile, start, key)
    const status = fold.card === event ? opened.status : await this.#standing(report.card_number)
    await keepEvent(this.#trx, this.#pile.id, report, status)
    const taken = await this.#follow(opened.order, events)
    return { ...taken, status, isAnew: true, ended: [...ended, ...taken.ended] }
  }

  /** It is over and no event says its gun: the only one there is; or none, where nothing was drawn (OCPP 2.0.1, E01.FR.16). */
  async #begunNowhere(): Promise<Folded['begun']> {
    const { events, fold } = this.#event
    const event = events.find(({ kind }) => kind === 'started')
    if (!event || !fold.ended || fold.missing > 0) return null
    const connector_number = await onlyGun(this.#trx, this.#pile.id)
    const { wh, isUnmeasured } = fold.ended
    const isEmpty = !isUnmeasured && (wh === null || wh === fold.start_wh)
    return connector_number !== NO_GUN || isEmpty ? { event, connector_number } : null
  }

  async goOn(order: OrderRow): Promise<TakenEvent> {
    const { fold, report, event } = this.#event
    if (order.events_forgotten_at !== null) return await this.#tooLate(order)
    if (!mayEnd(order)) {
      const status = await this.#standing(report.card_number)
      await keepEvent(this.#trx, this.#pile.id, report, status)
      return { fold, order, status, ...NOTHING_MORE, aside: 'already_closed' }
    }
    const begun = await beginAfterAll(this.#trx, order, fold)
    const named = fold.card === event ? await this.#showCard(begun) : null
    const status = named ? named.status : await this.#standing(report.card_number)
    await keepEvent(this.#trx, this.#pile.id, report, status)
    const taken = await this.#follow(named?.order ?? begun, [event])
    return { ...taken, status, isAnew: taken.isAnew || begun !== order || (named !== null && named.order !== begun) }
  }

  /** It was over long ago, and its events are gone: a repeated one is answered as it was, and none says anything of its gun now. */
  async #tooLate(order: OrderRow): Promise<TakenEvent> {
    const { card_number } = this.#event.report
    const isItsCard = card_number !== null && card_number.toUpperCase() === order.card_number?.toUpperCase()
    const status = isItsCard ? answerTo(order.refused_as) : await this.#standing(card_number)
    return { fold: foldEvents([]), order, status, ...NOTHING_MORE, aside: 'already_closed' }
  }

  async #startOf({ event, connector_number }: NonNullable<Folded['begun']>): Promise<Start> {
    const { fold, report } = this.#event
    const { at, received_at, message_id, seq_no } = event
    const remote = await remoteStartNumbered(this.#trx, this.#pile.id, fold.remote_start)
    return {
      ...{ evse_number: connector_number, connector_number, at, received_at, message_id, seq_no },
      card_number: fold.card?.card_number ?? remote?.card_number ?? null,
      meter_start_wh: fold.start_wh ?? 0,
      reservation_id: fold.reservation_id,
      numbered: { transaction_id: report.transaction_id, command_id: fold.remote_start },
    }
  }

  #name = () => ({ pile_id: this.#pile.id, transaction_id: this.#event.report.transaction_id })

  /** A card that the order has already stays as it was judged. */
  async #showCard(order: OrderRow) {
    const { report, fold } = this.#event
    const { card_number, at, received_at } = report
    if (card_number === null) return null
    const isSame = order.card_number === card_number.toUpperCase() && !order.refused_as
    if (isSame) return { order, status: (await this.#standing(card_number)) ?? 'Accepted' }
    const shown = { card_number, at, received_at, command_id: fold.remote_start }
    return await nameOrder(this.#trx, this.#deps.payers, order, shown)
  }

  /** What a card that names nobody is worth: it ends a session, or is another one of its group. */
  async #standing(card_number: string | null): Promise<AuthorizationStatus | null> {
    if (card_number === null) return null
    const place = { pile_id: this.#pile.id, connector_number: null }
    const { standing, withheld } = await this.#deps.payers.find(this.#trx, place, card_number)
    return withheld ? 'Invalid' : standing
  }

  /** The order takes these events: readings, its beginning, when it charged, its end. */
  async #follow(order: OrderRow, events: readonly KeptEvent[]): Promise<TakenEvent> {
    const { fold, report } = this.#event
    if (fold.ended) await holdPayer(this.#trx, order)
    const rows = events.flatMap((event) => rowsOf(order, event))
    await keepReadings(this.#trx, order, rows)
    const isPaidThere = fold.terminal !== null && order.terminal_reference === null
    if (isPaidThere) await updateOrder(this.#trx, order.id, { terminal_reference: fold.terminal })
    const again = await this.#runsAgain(order)
    const isMoved = await this.#correct(again || isPaidThere ? await this.#row(order) : order, events)
    const stopped = fold.ended ? await this.#stop(order, fold.ended) : null
    const { cost } = fold.ended?.event ?? {}
    if (cost) await updateOrder(this.#trx, order.id, { pile_cost: JSON.stringify(cost) })
    const held = [...(again?.held ?? []), ...(stopped?.held ?? [])]
    return {
      ...{ fold, order: await this.#row(order), status: null, rows, ended: [], held, stopped, aside: null },
      isAnew: isMoved || (again !== null && report.kind !== 'ended'),
    }
  }

  #row = async ({ id }: OrderRow) => (await lockOrder(this.#trx, id)) as OrderRow

  /** It was ended without a word of its pile, and goes on. */
  async #runsAgain(order: OrderRow): Promise<{ held: number[] } | null> {
    const { fold, report } = this.#event
    if (fold.ended || !isWithoutStop(order)) return null
    const transaction_id = String(order.transaction_id)
    const { seq_no, received_at, readings } = report
    const place = { evse_number: order.connector_number, connector_number: order.connector_number }
    const metered = { ...place, transaction_id, seq_no, received_at, readings: [...readings] }
    const joined = await rejoin(this.#trx, this.#pile.id, metered, this.#deps.known.isNamed)
    return joined.did === 'runs' ? { held: joined.held } : null
  }

  /** Brings to the row what the fold says of it. True when its session began elsewhere than it knew. */
  async #correct(order: OrderRow, events: readonly KeptEvent[]): Promise<boolean> {
    const { fold } = this.#event
    const meter_start_wh = fold.start_wh === null ? order.meter_start_wh : Math.round(fold.start_wh)
    const isMoved = meter_start_wh !== order.meter_start_wh
    // With what its end was counted, its end tells.
    const missing_events = fold.ended ? order.missing_events : missingOf(fold)
    const story = storyOf(events, order)
    const isSame =
      !isMoved && missing_events === order.missing_events && msOrNull(order.charge_ended_at) === fold.charge_ended_at
    if (isSame && story.length === 0) return false
    await updateOrder(this.#trx, order.id, {
      ...{ meter_start_wh, missing_events, charge_ended_at: isoOrNull(fold.charge_ended_at) },
      events: JSON.stringify(bounded(inOrder([...order.events, ...story]))),
    })
    return isMoved
  }

  async #stop(
    order: OrderRow,
    { event, wh, isCableOut, isUnmeasured }: NonNullable<Folded['ended']>,
  ): Promise<TakenEvent['stopped']> {
    const { fold } = this.#event
    const stop = {
      transaction_id: String(order.transaction_id),
      ...{ card_number: event.card_number, at: event.at, received_at: event.received_at, seq_no: event.seq_no },
      meter_stop_wh: wh ?? fold.start_wh ?? order.meter_start_wh,
      reason: event.reason ?? 'Local',
      ...{ readings: [], isCableOut, isUnmeasured, missing: missingOf(fold) },
    }
    const stopped = await stopOrder(this.#trx, this.#pile, stop, this.#deps.known)
    return stopped.did === 'ended' ? stopped : null
  }
}

const rowsOf = ({ id, pile_id, connector_number }: OrderRow, { readings, received_at }: KeptEvent): ReadingRow[] =>
  readings.map((reading) => ({ ...reading, order_id: id, pile_id, connector_number, received_at }))
