import { CallRefused, type Payload } from '../../src/server/ocpp/framing.ts'
import { type ConnectorReport, NO_ERROR, type Reading } from '../../src/server/ocpp/ports.ts'
import type { Caller, OurCall, Outcome, Protocol } from '../../src/server/ocpp/protocol.ts'
import type { ConnectorState } from '../../src/shared/domain/connector-states.ts'
import { cableIn, chargingIn } from '../../src/shared/domain/connector-states.ts'
import type { Intent } from '../../src/shared/domain/intent.ts'

/*
 * A protocol that nobody speaks: other messages, other shapes, kWh instead of Wh, sessions with names of their own, one message
 * for all of a session. It shows what a protocol has to bring, and that the rest of the server needs no more.
 */

interface Outlet {
  evse: number
}

interface Session {
  /** Null until we named it. */
  session: string | null
  no: number
  what: 'begin' | 'sample' | 'end'
  outlet: Outlet
  card?: string
  kwh: number
  when: number
}

const states: Record<string, ConnectorState> = {
  free: 'Available',
  plugged: 'Preparing',
  flowing: 'Charging',
  held: 'SuspendedEV',
  left: 'Finishing',
  broken: 'Faulted',
}

const nameOf = (transaction_id: string) => `toy-${transaction_id}`
const transactionOf = (session: string) => session.replace(/^toy-/, '')
const wh = (kwh: number) => Math.round(kwh * 1000)

function require(payload: Payload, ...names: string[]): void {
  for (const name of names) if (payload[name] === undefined) throw new CallRefused('occurrence', `${name} is missing`)
}

async function hello({ maker, type }: Payload, { events, received_at }: Caller): Promise<Outcome> {
  const every = await events.booted({ vendor: String(maker), model: String(type) }, received_at)
  return { answer: { every }, sign: { shows: 'boot' } }
}

async function plug({ outlet, is, when }: Payload, { events, received_at }: Caller): Promise<Outcome> {
  const { evse } = outlet as Outlet
  const status: ConnectorState | 'Unknown' = states[String(is)] ?? 'Unknown'
  const report: ConnectorReport = {
    ...{ evse_number: evse, connector_number: evse, status, cable: cableIn(status), charging: chargingIn(status) },
    ...{ error_code: NO_ERROR, vendor_code: null, info: null, at: Number(when), received_at },
  }
  const isNew = await events.connector(report, true)
  return { answer: {}, sign: isNew ? { shows: 'connector', connector_number: evse, state: status } : null }
}

function session(call: Session, caller: Caller): Outcome | Promise<Outcome> {
  if (call.what === 'begin') return begin(call, caller)
  if (call.session === null) throw new CallRefused('property', 'the session has no name')
  return call.what === 'end' ? end(call, call.session, caller) : sample(call, call.session, caller)
}

async function begin({ no, outlet, card, kwh, when }: Session, caller: Caller): Promise<Outcome> {
  const { evse } = outlet
  const card_number = card ?? null
  const { transaction_id, told } = await caller.events.started({
    ...{ evse_number: evse, connector_number: evse, card_number, meter_start_wh: wh(kwh), at: when, seq_no: no },
    ...{ received_at: caller.received_at, reservation_id: null, message_id: caller.message_id },
  })
  const accepted = told.status === 'Accepted'
  return {
    answer: { session: nameOf(transaction_id), go: accepted },
    sign: { shows: 'started', connector_number: evse, card_number, at: when, accepted },
  }
}

const reading = ({ kwh, when: at }: Session): Reading => ({
  ...{ at, energy_wh: wh(kwh), resolution_wh: 1, power_w: null, current_ma: null },
  ...{ voltage_mv: null, soc: null, temperature_c: null },
})

async function sample(call: Session, name: string, { events, received_at }: Caller): Promise<Outcome> {
  const { evse } = call.outlet
  const metered = {
    ...{ evse_number: evse, connector_number: evse, transaction_id: transactionOf(name) },
    ...{ seq_no: call.no, readings: [reading(call)], received_at },
  }
  return {
    answer: {},
    readings: await events.measured(metered, call),
    sign: { shows: 'meter', connector_number: evse },
  }
}

async function end(call: Session, name: string, { events, received_at }: Caller): Promise<Outcome> {
  const transaction_id = transactionOf(name)
  await events.stopped({
    ...{ transaction_id, card_number: call.card ?? null, meter_stop_wh: wh(call.kwh), at: call.when },
    ...{ received_at, reason: 'Local', readings: [], seq_no: call.no },
  })
  return { answer: {}, sign: { shows: 'stopped', transaction_id } }
}

function say(intent: Intent): OurCall | null {
  switch (intent.ask) {
    case 'start':
      return { action: 'Begin', payload: { outlet: { evse: intent.connector_number }, card: intent.card_number } }
    case 'stop':
      return { action: 'Finish', payload: { session: nameOf(intent.transaction_id) } }
    case 'reset':
      return { action: 'Restart', payload: { now: intent.type === 'Hard' } }
    default:
      return null
  }
}

function read({ action, payload }: OurCall): Intent | null {
  if (action === 'Restart') return { ask: 'reset', type: payload.now === true ? 'Hard' : 'Soft' }
  if (action === 'Finish') return { ask: 'stop', transaction_id: transactionOf(String(payload.session)) }
  if (action !== 'Begin') return null
  return { ask: 'start', connector_number: (payload.outlet as Outlet).evse, card_number: String(payload.card) }
}

export const toy: Protocol = {
  name: 'toy1.0',
  subprotocols: ['toy1.0'],
  errorNames: {
    not_implemented: 'WhatIsThat',
    not_supported: 'NotMine',
    internal: 'MyFault',
    frame: 'NotReadable',
    protocol: 'YourFault',
    security: 'NotAllowed',
    format: 'NotReadable',
    property: 'OddValue',
    occurrence: 'TooFewOrMany',
    type: 'OddType',
    generic: 'JustNo',
  },
  handle({ action, payload }, caller) {
    switch (action) {
      case 'Hello':
        require(payload, 'maker', 'type')
        return hello(payload, caller)
      case 'Plug':
        require(payload, 'outlet', 'is', 'when')
        return plug(payload, caller)
      case 'Session':
        require(payload, 'session', 'no', 'what', 'outlet', 'kwh', 'when')
        return session(payload as unknown as Session, caller)
      default:
        throw new CallRefused('not_implemented', `nobody says ${action}`)
    }
  },
  asks: ['start', 'stop', 'reset'],
  examples: { Restart: {} },
  form: () => null,
  say,
  read,
  flawOf: ({ action }) =>
    ['Begin', 'Finish', 'Restart'].includes(action) ? null : new CallRefused('not_implemented', action),
  factsOf: ({ payload }) => ({
    connector_number: null,
    settings: [],
    password: null,
    free: false,
    secrets: [],
    named: payload,
  }),
  admitAnswer(_, answer) {
    if (typeof answer.says !== 'string') throw new CallRefused('occurrence', 'says is missing')
  },
  replyOf: (_, { says }) => ({ meaning: says === 'ok' ? 'yes' : 'no', word: String(says), proviso: null }),
  secretsOf: () => [],
  withoutSecrets: (payload) => payload,
  loggedText: (text) => text,
  publicWords: { fields: [], closed: [] },
}
