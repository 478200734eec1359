import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type FoldedTransaction,
  foldTransaction,
  type NumberedEvent,
  restOf,
  restOfGoingOn,
} from '../../src/shared/domain/transaction-fold.ts'

const nothing = {
  ...{ connector_number: null, card_number: null, accepted: null, charging: null, reason: null },
  ...{ remote_start: null, reservation_id: null, message_id: null, readings: [] },
}
const event = (seq_no: number, told: Partial<NumberedEvent> = {}): NumberedEvent => ({
  ...{ seq_no, kind: 'updated', at: seq_no * 1000, received_at: seq_no * 1000 + 50, ...nothing },
  ...told,
})
const started = (seq_no: number, told: Partial<NumberedEvent> = {}) => event(seq_no, { kind: 'started', ...told })
const ended = (seq_no: number, told: Partial<NumberedEvent> = {}) =>
  event(seq_no, { kind: 'ended', reason: 'Local', ...told })
const at = (wh: number, time = 0) => [{ at: time, energy_wh: wh }]

test('it begins once its start and its gun are known', () => {
  expect(foldTransaction([started(0)]).begun).toBeNull()
  expect(foldTransaction([event(1, { connector_number: 2 })]).begun).toBeNull()
  const begun = foldTransaction([event(1, { connector_number: 2 }), started(0)]).begun
  expect(begun).toMatchObject({ connector_number: 2, event: { seq_no: 0 } })
})

test.each([
  ['none of one event', [started(0)], 0],
  ['none of a row', [started(4), event(5), ended(6)], 0],
  ['one within', [started(0), ended(2)], 1],
  ['the start', [event(1)], 1],
  ['the start and two within', [event(1), ended(4)], 3],
  ['none that has a number below its start', [event(2), started(3), event(4)], 0],
])('missing is %s', (_, events, missing) => {
  expect(foldTransaction(events).missing).toBe(missing)
})

test('the register begins with the earliest figure of the first event that has one, and ends with the latest of the last', () => {
  const events = [
    started(0),
    event(1, { readings: [...at(700, 20), ...at(500, 10)] }),
    event(2, { readings: at(900, 30) }),
    ended(3),
  ]
  expect(foldTransaction(events)).toMatchObject({ start_wh: 500, ended: { wh: 900 } })
  const more = ended(3, { readings: [...at(1200, 50), ...at(500, 10)] })
  expect(foldTransaction([...events.slice(0, 3), more]).ended?.wh).toBe(1200)
})

test('the payer is the first card that was accepted, else the first', () => {
  const [no, yes, later] = [
    event(1, { card_number: 'A', accepted: false }),
    event(2, { card_number: 'B', accepted: true }),
    event(3, { card_number: 'C', accepted: true }),
  ] as const
  expect(foldTransaction([started(0), no]).card).toBe(no)
  expect(foldTransaction([started(0), later, no, yes]).card).toBe(yes)
  const waiting = event(1, { card_number: 'D' })
  expect(foldTransaction([started(0), yes, waiting]).card).toBe(waiting)
})

test.each([
  ['it never charged', ['connected', 'connected'], null],
  ['it charges', ['connected', 'charging'], null],
  ['the car is full', ['charging', 'held_by_vehicle'], 1000],
  ['the car was full and goes on', ['charging', 'held_by_vehicle', 'charging'], null],
  ['the pile holds it up', ['charging', 'held_by_pile'], null],
  ['only the cable is in', ['charging', 'connected', 'idle'], 1000],
  ['the car was full, then only there', ['charging', 'held_by_vehicle', 'connected'], 1000],
] as const)('charging ended where %s', (_, states, at) => {
  const events = states.map((charging, no) => (no === 0 ? started(no, { charging }) : event(no, { charging })))
  expect(foldTransaction(events).charge_ended_at).toBe(at)
})

test.each([
  [{ reason: 'EVDisconnected' }, true],
  [{ charging: 'idle' }, true],
  [{ charging: 'connected' }, false],
  [{}, false],
] as const)('the cable after an end of %j', (told, isCableOut) => {
  expect(foldTransaction([started(0), ended(1, told)]).ended?.isCableOut).toBe(isCableOut)
})

/** An event with all that a pile may measure, as it is before it is kept. */
const measured = (told: Partial<NumberedEvent>, energies: readonly (number | null)[]): NumberedEvent => ({
  ...event(0, told),
  readings: energies.map((energy_wh, index) => ({ at: index * 10, energy_wh, power_w: 11_000, soc: 50 })),
})

/** As it is read again. */
const readAgain = ({ seq_no, kind, at, received_at, accepted }: NumberedEvent, said: string): NumberedEvent => ({
  ...{ ...JSON.parse(said), seq_no, kind, at, received_at, accepted },
})

const whatItSays = ({ begun, card, ended, ...rest }: FoldedTransaction) => ({
  ...rest,
  begun: begun && { number: begun.connector_number, by: begun.event.seq_no },
  card: card?.card_number ?? null,
  ended: ended && { ...ended, event: ended.event.seq_no },
})

test('events that only go on come to the same by the little that is kept of them', () => {
  const energies = fc.array(fc.option(fc.integer({ min: 0, max: 90_000 })), { maxLength: 3 })
  const told = fc.record({
    connector_number: fc.constantFrom(null, 1, 302),
    charging: fc.constantFrom(null, 'connected', 'charging', 'held_by_vehicle', 'held_by_pile', 'idle'),
    reason: fc.constantFrom(null, 'EnergyLimitReached'),
    reservation_id: fc.constantFrom(null, 7),
  })
  const goesOn = fc.tuple(told, energies).map(([each, wh]) => measured(each, wh))
  const way = fc.record({ between: fc.array(goesOn, { maxLength: 8 }), hasEnd: fc.boolean(), ends: energies })
  fc.assert(
    fc.property(way, ({ between, hasEnd, ends }) => {
      const numbered = between.map((each, index) => ({ ...each, seq_no: index + 1, at: index * 1000 }))
      const last = hasEnd ? [{ ...measured({ kind: 'ended', reason: 'Local' }, ends), seq_no: between.length + 1 }] : []
      const kept = numbered.map((each) => readAgain(each, restOfGoingOn(each)))
      const of = (events: NumberedEvent[]) => whatItSays(foldTransaction([started(0), ...events, ...last]))
      expect(of(kept)).toEqual(of(numbered))
    }),
  )
})

test('what is kept of one that only goes on has every name that the fold reads, for a server of the version before', () => {
  const one = { ...measured({ charging: 'charging' }, [4000]), transaction_id: 'a' }
  const whole = JSON.parse(restOf(one, null))
  const { message_id: _, accepted: __, ...names } = whole
  expect(Object.keys(JSON.parse(restOfGoingOn(one))).sort()).toEqual(Object.keys(names).sort())
  expect(JSON.parse(restOfGoingOn(one)).readings).toEqual([{ at: 0, energy_wh: 4000 }])
})

test.each<[string, Partial<NumberedEvent>[], Partial<NumberedEvent>, boolean]>([
  ['it charged, and no figure came', [{ charging: 'charging' }], {}, true],
  ['it charged, and only the beginning has one', [{ charging: 'charging', readings: at(1000) }], {}, true],
  ['it charged, and only the end has one', [{ charging: 'charging' }], { readings: at(9000, 9) }, true],
  ['its end has both', [{ charging: 'charging' }], { readings: [...at(1000), ...at(9000, 9)] }, false],
  ['the clock stands still', [{ charging: 'charging', readings: at(1000) }], { readings: at(9000) }, false],
  ['it was only plugged in', [{ charging: 'connected' }], {}, false],
  ['its pile never says whether it charges', [{}], {}, true],
  ['no car came in time', [{}], { reason: 'Timeout' }, false],
  ['its card was no good', [{}], { reason: 'DeAuthorized' }, false],
])('what was drawn is not known: %s', (_, told, end, expected) => {
  const events = [started(0), ...told.map((each, index) => event(index + 1, each)), ended(told.length + 1, end)]
  expect(foldTransaction(events).ended?.isUnmeasured).toBe(expected)
})
