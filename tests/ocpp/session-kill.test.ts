import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CallError } from '../../src/fleet/frame.ts'
import { ScriptedPile } from '../../src/fleet/scripted.ts'
import { BALANCE_CENTS, KillRig } from './kill-rig.ts'

const PILES = 6
const SESSIONS = 6
const READINGS = 5
const KILLS = 3
const MINUTE = 60_000

const rig = new KillRig()

/** A pile as firmware is: it says each thing until it is answered, over as many sockets as that takes. */
class StubbornPile {
  readonly station: string
  readonly url: string
  readonly protocol: string
  #pile: ScriptedPile | undefined

  constructor(url: string, station: string, protocol: string) {
    this.url = url
    this.station = station
    this.protocol = protocol
  }

  async call<Answer>(action: string, payload: Record<string, unknown>): Promise<Answer> {
    for (;;) {
      try {
        return await (await this.#connected()).call<Answer>(action, payload)
      } catch (error) {
        if (error instanceof CallError && error.code === 'FormationViolation') throw error
        await new Promise((resolve) => setTimeout(resolve, 40))
      }
    }
  }

  async close() {
    await this.#pile?.close()
  }

  async #connected(): Promise<ScriptedPile> {
    if (this.#pile?.peer.connected) return this.#pile
    const protocols = [this.protocol]
    const pile = new ScriptedPile({ url: this.url, station: this.station, protocols, callTimeoutMs: 2_000 })
    await pile.peer.connect()
    this.#pile = pile
    return pile
  }
}

/** Charges session after session and counts what the server has acknowledged. */
async function work(pile: StubbornPile, card: string, acknowledged: () => void) {
  let register = 10_000
  for (let session = 0; session < SESSIONS; session++) {
    const from = Date.now() - 2 * 60 * MINUTE + session * 10 * MINUTE
    const at = (minute: number) => new Date(from + minute * MINUTE).toISOString()
    const start = { connectorId: 1, idTag: card, meterStart: register, timestamp: at(0) }
    const { transactionId } = await pile.call<{ transactionId: number }>('StartTransaction', start)
    for (let reading = 1; reading <= READINGS; reading++) {
      register += 100 + reading
      const sampledValue = [{ value: String(register), measurand: 'Energy.Active.Import.Register', unit: 'Wh' }]
      await pile.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: at(reading), sampledValue }],
      })
      acknowledged()
    }
    await pile.call('StopTransaction', {
      transactionId,
      meterStop: register,
      timestamp: at(READINGS + 1),
      reason: 'Local',
    })
    acknowledged()
  }
}

/** The same in the numbered events of 2.0.1. */
async function work201(pile: StubbornPile, card: string, acknowledged: () => void) {
  await pile.call('BootNotification', { reason: 'PowerUp', chargingStation: { vendorName: 'Volta', model: 'V2' } })
  let register = 10_000
  let seqNo = 0
  const say = async (transactionId: string, eventType: string, timestamp: string, more: object) => {
    const meterValue = [{ timestamp, sampledValue: [{ value: register, context: 'Sample.Periodic' }] }]
    const info = {
      transactionInfo: { transactionId, ...(eventType === 'Ended' && { stoppedReason: 'EVDisconnected' }) },
    }
    const event = { eventType, timestamp, triggerReason: 'MeterValuePeriodic', seqNo, meterValue, ...info, ...more }
    await pile.call('TransactionEvent', event)
    seqNo++
  }
  for (let session = 0; session < SESSIONS; session++) {
    const from = Date.now() - 2 * 60 * MINUTE + session * 10 * MINUTE
    const at = (minute: number) => new Date(from + minute * MINUTE).toISOString()
    const idToken = { idToken: card, type: 'ISO14443' }
    await say(`t${session}`, 'Started', at(0), { evse: { id: 1, connectorId: 1 }, idToken })
    for (let reading = 1; reading <= READINGS; reading++) {
      register += 100 + reading
      await say(`t${session}`, 'Updated', at(reading), {})
      acknowledged()
    }
    await say(`t${session}`, 'Ended', at(READINGS + 1), {})
    acknowledged()
  }
}

/** `stored`: readings of a session beside those between its start and its end. */
const ways = [
  { protocol: 'ocpp1.6', charge: work, stored: 0 },
  { protocol: 'ocpp2.0.1', charge: work201, stored: 2 },
]

test.each(ways)(
  'a server that is killed again and again loses no order, no Wh and no cent of $protocol, and doubles none',
  async (way) => {
    const { protocol, charge, stored } = way
    const { customer, piles } = await rig.network(PILES)
    let acknowledged = 0
    await rig.serve()
    const stubborn = piles.map(({ station_number }) => new StubbornPile(rig.url, station_number, protocol))
    const all = Promise.all(stubborn.map((pile, index) => charge(pile, piles[index]?.card ?? '', () => acknowledged++)))
    const total = PILES * SESSIONS * (READINGS + 1)
    for (let kill = 1; kill <= KILLS; kill++) {
      while (acknowledged < (total * kill) / (KILLS + 1)) await new Promise((resolve) => setTimeout(resolve, 1))
      await rig.kill()
    }
    await all
    await Promise.all(stubborn.map((pile) => pile.close()))
    await rig.stop('SIGTERM')

    const orders = await rig.orders()
    const wh = 100 * READINGS + (READINGS * (READINGS + 1)) / 2
    expect(orders).toHaveLength(PILES * SESSIONS)
    expect(
      orders.every(
        ({ status, energy_wh, total_cents, paid_cents, abnormal }) =>
          status === 'paid' && abnormal === null && energy_wh === wh && total_cents === wh && paid_cents === wh,
      ),
    ).toBe(true)
    const { rows } = await sql<{ readings: number; charges: number; cents: number }>`
    select (select count(*) from reading where order_id > 0) as readings,
      (select count(*) from ledger_entry where kind = 'charge') as charges,
      (select sum(amount_cents) from ledger_entry) as cents`.execute(rig.database.db)
    const left = BALANCE_CENTS - PILES * SESSIONS * wh
    expect(rows[0]).toEqual({
      readings: PILES * SESSIONS * (READINGS + stored),
      charges: PILES * SESSIONS,
      cents: left,
    })
    expect(await rig.balance(customer.id)).toBe(left)
  },
  480_000,
)
