import { describe, expect, test } from 'vitest'
import { customerTag } from '../../src/shared/domain/customer-tag.ts'
import type { Command } from '../../src/shared/entities/command.ts'
import { keptCall, makeCustomer } from '../make.ts'
import { MINUTE, type PortPile, SessionRig } from './session-rig.ts'

const rig = new SessionRig()

interface Asked {
  connectorId?: number | undefined
  status?: Command['status']
  /** How long ago it was asked for. */
  before?: number
  action?: string
  more?: object
}

/** A command that the console sent to a pile. */
async function ask(
  pile: PortPile,
  idTag: string,
  { connectorId, status = 'accepted', before = 0, action, more }: Asked = {},
) {
  const at = new Date(Date.now() - before).toISOString()
  const { id } = await rig.db
    .insertInto('command')
    .values({
      pile_id: pile.pile.id,
      ...keptCall(action ?? 'RemoteStartTransaction', { connectorId, idTag, ...more }),
      status,
      asked_by: 'Chen Yu',
      created_at: at,
      sent_at: at,
      answered_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What the order of a start says of how it came about. */
async function begun(pile: PortPile, card: string, { connector = 1, at = Date.now(), meter = 0 } = {}) {
  const { transaction_id } = await pile.start(card, at, { connector, meter, received_at: Date.now() })
  const { type, command_id } = await rig.order(transaction_id)
  return { type, command_id, transaction_id }
}

describe('a start from the console explains', () => {
  test.each([
    ['the connector that it names', 1],
    ['any connector, where it names none', undefined],
  ])('a start at %s', async (_, connectorId) => {
    const { pile, card } = await rig.network()
    const id = await ask(pile, card.toLowerCase(), { connectorId })
    expect(await begun(pile, card)).toMatchObject({ type: 'manual', command_id: id })
  })

  test('one start', async () => {
    const { pile, card } = await rig.network({ connectors: 2 })
    const id = await ask(pile, card)
    const first = await begun(pile, card)
    expect(first.command_id).toBe(id)
    await pile.stop(first.transaction_id, Date.now(), 10)
    expect(await begun(pile, card, { meter: 10 })).toMatchObject({ type: 'device', command_id: null })
    expect(await begun(pile, card, { connector: 2 })).toMatchObject({ type: 'device', command_id: null })
  })

  test('two starts, where it was asked twice', async () => {
    const { pile, card } = await rig.network({ connectors: 2 })
    const ids = [await ask(pile, card, { connectorId: 1 }), await ask(pile, card, { connectorId: 2 })]
    expect((await begun(pile, card, { connector: 2 })).command_id).toBe(ids[1])
    expect((await begun(pile, card)).command_id).toBe(ids[0])
  })

  test.each<[string, Asked]>([
    ['another connector', { connectorId: 2 }],
    ['a pile that refused', { status: 'refused' }],
    ['a pile that did not answer', { status: 'timed_out' }],
    ['a pile that was away', { status: 'not_connected' }],
    ['a call that was not sent yet', { status: 'queued' }],
    ['a call that is over without an effect', { status: 'no_effect', before: 5 * MINUTE }],
    ['a call of twenty minutes ago', { status: 'accepted', before: 20 * MINUTE }],
    ['another kind of call', { action: 'ReserveNow' }],
  ])('nothing for %s', async (_, asked) => {
    const { pile, card } = await rig.network({ connectors: 2 })
    await ask(pile, card, asked)
    expect(await begun(pile, card)).toMatchObject({ type: 'device', command_id: null })
  })

  test('nothing for another pile or another card', async () => {
    const { pile, card, customer } = await rig.network()
    const { pile: other, card: second } = await rig.network()
    await ask(other, card)
    await ask(pile, second)
    await ask(pile, customerTag(customer.id))
    expect(await begun(pile, card)).toMatchObject({ type: 'device', command_id: null })
  })

  test('a start that reaches us after the call was given up', async () => {
    const { pile, card } = await rig.network()
    const id = await ask(pile, card, { status: 'no_effect', before: 14 * MINUTE })
    expect((await begun(pile, card, { at: Date.now() - 12 * MINUTE })).command_id).toBe(id)
  })

  test('the same start again, however often it is sent', async () => {
    const { pile, card } = await rig.network()
    const id = await ask(pile, card)
    const at = Date.now()
    const first = await begun(pile, card, { at })
    expect(await begun(pile, card, { at })).toEqual({ ...first, command_id: id })
  })
})

describe('the tag of a customer without a card', () => {
  const authorize = async (pile: PortPile, tag: string) =>
    (await rig.payers.authorize(pile.pile, tag, false))?.status ?? null

  test('is good for one session', async () => {
    const { pile } = await rig.network()
    const customer = await makeCustomer(rig.db, { balance_cents: 5000 })
    const tag = customerTag(customer.id)
    await ask(pile, tag, { connectorId: 1 })
    expect(await authorize(pile, tag)).toBe('Accepted')
    const at = Date.now()
    const first = await pile.start(tag, at)
    expect(first.status).toBe('Accepted')
    expect(await pile.start(tag, at)).toEqual(first)
    expect(await pile.stop(first.transaction_id, at + MINUTE, 100, { card: tag })).toEqual({ status: null })
    expect(await authorize(pile, tag)).toBe('Invalid')
    const again = await pile.start(tag, at + 2 * MINUTE, { meter: 100 })
    expect(await rig.order(again.transaction_id)).toMatchObject({ refused_as: 'card_invalid', customer_id: null })
  })

  test.each<[string, Asked]>([
    ['another connector', { connectorId: 2 }],
    ['a call that the pile refused', { status: 'refused' }],
    ['a call that never reached it', { status: 'not_connected' }],
  ])('is not good by %s', async (_, asked) => {
    const { pile } = await rig.network({ connectors: 2 })
    const customer = await makeCustomer(rig.db, { balance_cents: 5000 })
    await ask(pile, customerTag(customer.id), asked)
    const { transaction_id, status } = await pile.start(customerTag(customer.id), Date.now())
    expect(status).toBe('Invalid')
    expect(await rig.order(transaction_id)).toMatchObject({ customer_id: null })
  })
})

describe('a reservation', () => {
  const reserve = (pile: PortPile, idTag: string, more: object = {}) =>
    ask(pile, idTag, {
      action: 'ReserveNow',
      status: 'done',
      connectorId: 1,
      more: { reservationId: 7, expiryDate: new Date(Date.now() + 10 * MINUTE).toISOString(), ...more },
    })
  const started = async (pile: PortPile, card: string, reservation_id: number | null = null) => {
    const at = Date.now()
    const { transaction_id } = await rig.sessions.start(pile.pile, {
      evse_number: 1,
      connector_number: 1,
      card_number: card,
      meter_start_wh: 0,
      at,
      received_at: at,
      reservation_id,
      message_id: null,
      seq_no: null,
    })
    const { events, reservation_id: kept } = await rig.order(Number(transaction_id))
    const told = events.find(({ event }) => event.startsWith('reserv'))
    return { kept, told: told && { event: told.event, figures: told.figures } }
  }

  test('that a start names is on its order, with who made it', async () => {
    const { pile, card } = await rig.network()
    await reserve(pile, card)
    expect(await started(pile, card, 7)).toEqual({
      kept: 7,
      told: { event: 'reservation_used_by', figures: { reservation: 7, by: 'Chen Yu' } },
    })
  })

  test('that nobody here made is kept as the pile said it', async () => {
    const { pile, card } = await rig.network()
    expect(await started(pile, card, 0)).toEqual({
      kept: 0,
      told: { event: 'reservation_used', figures: { reservation: 0, by: '' } },
    })
  })

  test('of another card is told of a start on its connector', async () => {
    const { pile, card } = await rig.network()
    await reserve(pile, 'OTHER')
    expect((await started(pile, card)).told).toEqual({
      event: 'reserved_for_other',
      figures: { reservation: 7, card: 'OTHER' },
    })
  })

  test.each([
    ['is over', { expiryDate: new Date(Date.now() - MINUTE).toISOString() }],
    ['ends at no time that can be read', { expiryDate: 'tomorrow' }],
    ['is of another connector', { connectorId: 2 }],
  ])('that %s is told of nothing', async (_, more) => {
    const { pile, card } = await rig.network()
    await reserve(pile, 'OTHER', more)
    expect((await started(pile, card)).told).toBeUndefined()
  })

  test('that was cancelled is told of nothing', async () => {
    const { pile, card } = await rig.network()
    await reserve(pile, 'OTHER')
    await ask(pile, '', { action: 'CancelReservation', status: 'done', more: { reservationId: 7 } })
    expect((await started(pile, card)).told).toBeUndefined()
  })
})
