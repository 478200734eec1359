import { wholeBetween } from '../../../src/fleet/random.ts'
import type { Gun, StormPile } from './storm-pile.ts'
import type { CardKind, Report, TrueSession } from './true-session.ts'

/** A session begins, or is only said to where another one runs. */
export function begin(
  pile: StormPile,
  gun: Gun,
  kind: CardKind,
  intruder = false,
): { session: TrueSession; report: Report } {
  const { pile_id, cards, fromZero, clock } = pile.given
  if (fromZero && !intruder) gun.register = 0
  const session: TrueSession = {
    ...{ pile_id, connector: gun.number, card: cards[kind], kind, intruder },
    reservation_id: pile.chance(10) ? wholeBetween(pile.random, 1, 1e6) : null,
    from_wh: gun.register,
    wh: gun.register,
    from_total: gun.total,
    transaction_id: null,
    others: new Set(),
    status: null,
    odd: new Set(clock.kind === 'right' ? [] : [clock.kind]),
    ended: intruder,
    stopped_wh: null,
    readings: [],
  }
  pile.sessions.push(session)
  if (!intruder) gun.session = session
  return { session, report: startOf(pile, session, clock.tell()) }
}

/** Its start as it is told; `timestamp` is kept when the pile repeats it. */
export function startOf(pile: StormPile, session: TrueSession, timestamp: string): Report {
  const { connector, card, from_wh, reservation_id } = session
  const payload = {
    ...{ connectorId: connector, idTag: card, meterStart: from_wh, timestamp },
    ...(reservation_id !== null && { reservationId: reservation_id }),
  }
  return pile.tell('StartTransaction', () => payload, {
    session,
    answered: ({ transactionId, idTagInfo }) => {
      const id = Number(transactionId)
      if (session.transaction_id === null) {
        session.transaction_id = id
        session.status = (idTagInfo as { status: string }).status
      } else if (id !== session.transaction_id) session.others.add(id)
    },
  })
}

/** Energy flows, and the pile tells of it. */
export function reading(pile: StormPile, gun: Gun, isNamed: boolean): Report {
  const { session } = gun
  if (!session) throw new Error('nothing runs')
  const wh = gun.register
  const at = pile.given.clock.tell()
  const sampledValue = [{ value: String(wh), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }]
  return pile.tell(
    'MeterValues',
    () => ({
      connectorId: gun.number,
      ...(isNamed && { transactionId: session.transaction_id }),
      meterValue: [{ timestamp: at, sampledValue }],
    }),
    { session, answered: () => void (isNamed && session.readings.push({ at, wh })) },
  )
}

export function draw(pile: StormPile, gun: Gun) {
  if (!gun.session) return
  const wh = wholeBetween(pile.random, 0, 1500)
  gun.register += wh
  gun.total += wh
  gun.session.wh = gun.register
}

/** `wh`: the figure that it says, of an intruder's stop. */
export function stopOf(pile: StormPile, session: TrueSession, reason: string, wh = session.wh): Report {
  const timestamp = pile.given.clock.tell()
  const idTag = pile.chance(30) ? { idTag: session.card } : {}
  return pile.tell(
    'StopTransaction',
    () => ({ transactionId: session.transaction_id, meterStop: wh, timestamp, reason, ...idTag }),
    {
      session,
      answered: () => {
        session.stopped_wh = wh
      },
    },
  )
}

export const statusOf = (pile: StormPile, gun: Gun, status: string): Report => {
  gun.status = status
  const timestamp = pile.given.clock.tell()
  return pile.tell('StatusNotification', () => ({
    connectorId: gun.number,
    ...{ status, errorCode: 'NoError', timestamp },
  }))
}

export const bootOf = (pile: StormPile): Report =>
  pile.tell('BootNotification', () => ({ chargePointModel: 'Storm', chargePointVendor: 'Storm' }))
