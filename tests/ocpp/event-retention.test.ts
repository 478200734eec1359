import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { forgetOldEvents } from '../../src/server/orders/forget-events.ts'
import { connectorIs, type Made, MINUTE, NumberedRig, type Told, tell } from './numbered-rig.ts'

/** How long events of transactions are kept, and what becomes of one that comes when they are gone. */

const rig = new NumberedRig()
const DAY = 24 * 60 * MINUTE
const from = Date.now() - 60 * MINUTE
const evse = { id: 1, connectorId: 1 }
const in91Days = () => Date.now() + 91 * DAY

const session = (card: string): Told[] => [
  { type: 'Started', no: 0, at: from, state: 'Charging', wh: 1000, card, evse },
  { type: 'Updated', no: 1, at: from + 10 * MINUTE, wh: 3000 },
  { type: 'Updated', no: 2, at: from + 20 * MINUTE, wh: 5000 },
  { type: 'Ended', no: 3, at: from + 30 * MINUTE, state: 'Idle', reason: 'EVDisconnected', wh: 6000 },
]

async function say({ pile, card }: Made, numbers: number[], name = 'a') {
  for (const no of numbers) await tell(pile, name, session(card)[no] as Told)
}

/** A pile that has told so much of a transaction. */
async function told(numbers: number[]) {
  const made = await rig.network()
  await say(made, numbers)
  return made
}

async function kept({ id }: Made) {
  const rows = rig.db.selectFrom('transaction_event').select('seq_no').where('pile_id', '=', id).orderBy('seq_no')
  return (await rows.execute()).map(({ seq_no }) => seq_no)
}

const asides = ({ id }: Made) =>
  rig.db.selectFrom('set_aside').select(['reason', 'times']).where('pile_id', '=', id).execute()

describe('events are kept for as long as an administrator wants', () => {
  afterEach(async () => {
    await rig.db.updateTable('system_setting').set({ event_days: 90 }).execute()
    await forgetOldEvents(rig.db, in91Days())
  })

  test('then those of a settled order go, and its bill, its course and its readings stay', async () => {
    const made = await told([0, 1, 2, 3])
    const [before] = await rig.orders(made.id)
    await forgetOldEvents(rig.db, Date.now() + 89 * DAY)
    expect(await kept(made)).toEqual([0, 1, 2, 3])
    const now = in91Days()
    expect(await forgetOldEvents(rig.db, now)).toBe(4)
    expect(await kept(made)).toEqual([])
    expect(await rig.orders(made.id)).toEqual([{ ...before, events_forgotten_at: new Date(now).toISOString() }])
    const readings = rig.db.selectFrom('reading').select('energy_wh').where('pile_id', '=', made.id).orderBy('at')
    expect((await readings.execute()).map(({ energy_wh }) => energy_wh)).toEqual([1000, 3000, 5000, 6000])
    expect(await forgetOldEvents(rig.db, now)).toBe(0)
  })

  test('and longer where it is set so', async () => {
    const made = await told([0, 1, 2, 3])
    await rig.db.updateTable('system_setting').set({ event_days: 400 }).execute()
    expect(await forgetOldEvents(rig.db, in91Days())).toBe(0)
    expect(await forgetOldEvents(rig.db, Date.now() + 401 * DAY)).toBe(4)
    expect(await kept(made)).toEqual([])
  })

  test('what waits stays whole: a session that runs, one that lacks events or a start, an order that a person looks at', async () => {
    const [runs, lacks, unbegun, held] = [
      await told([0, 1]),
      await told([0, 3]),
      await told([1, 2]),
      await told([0, 1]),
    ]
    await rig.db
      .updateTable('orders')
      .set({ status: 'completed', abnormal: 'no_stop', stop_received_at: new Date().toISOString() })
      .where('pile_id', '=', held.id)
      .execute()
    expect(await forgetOldEvents(rig.db, in91Days())).toBe(0)
    expect(await Promise.all([runs, lacks, unbegun, held].map(kept))).toEqual([
      [0, 1],
      [0, 3],
      [1, 2],
      [0, 1],
    ])
    await say(lacks, [1, 2])
    expect(await rig.orders(lacks.id)).toMatchObject([{ status: 'paid', energy_wh: 5000, missing_events: 0 }])
  })

  test('and so does one whose pile was asked about it', async () => {
    const made = await told([0, 1, 2, 3])
    const question = { pile_id: made.id, transaction_id: 'a', asked_at: new Date().toISOString() }
    await rig.db.insertInto('transaction_question').values(question).execute()
    await forgetOldEvents(rig.db, in91Days())
    expect(await kept(made)).toEqual([0, 1, 2, 3])
    // Its answer is forgotten after a week.
    await rig.db.deleteFrom('transaction_question').where('pile_id', '=', made.id).execute()
    await forgetOldEvents(rig.db, in91Days())
    expect(await kept(made)).toEqual([])
  })

  test('few at once, and without waiting for an order that someone holds', async () => {
    const all = [await told([0, 1, 2, 3]), await told([0, 1, 2, 3]), await told([0, 1, 2, 3])]
    const [busy] = all as [Made]
    await rig.db.transaction().execute(async (trx) => {
      await sql`select from orders where pile_id = ${busy.id} for update`.execute(trx)
      expect(await forgetOldEvents(rig.db, in91Days(), 1)).toBe(8)
      expect(await kept(busy)).toHaveLength(4)
    })
    expect(await forgetOldEvents(rig.db, in91Days(), 1)).toBe(4)
    expect(await Promise.all(all.map(kept))).toEqual([[], [], []])
  })
})

describe('an event that comes when the others are gone', () => {
  test('is set aside, changes no cent and is not kept', async () => {
    const made = await told([0, 1, 2, 3])
    await forgetOldEvents(rig.db, in91Days())
    const before = await rig.orders(made.id)
    const late: Told = { type: 'Updated', no: 9, at: from + 25 * MINUTE, wh: 90_000, state: 'Charging' }
    await tell(made.pile, 'a', late)
    await tell(made.pile, 'a', late)
    expect(await rig.orders(made.id)).toEqual(before)
    expect(await rig.balance(made.customer.id)).toBe(100_000 - 890)
    expect(await asides(made)).toEqual([{ reason: 'already_closed', times: 2 }])
    expect(await kept(made)).toEqual([])
  })

  test('is answered as before where it is a repeated one, also when its card is good no more', async () => {
    const made = await rig.network()
    const answers = []
    for (const each of session(made.card)) answers.push(await tell(made.pile, 'a', each))
    await rig.db.updateTable('card').set({ status: 'blocked' }).where('number', '=', made.card).execute()
    const repeated = (no: number) => tell(made.pile, 'a', session(made.card)[no] as Told)
    const before = [await repeated(0), await repeated(3)]
    await forgetOldEvents(rig.db, in91Days())
    expect([await repeated(0), await repeated(3)]).toEqual(before)
    expect(before[0]?.idTokenInfo).toEqual(answers[0]?.idTokenInfo)
    expect(before[1]).toEqual(answers[3])
  })

  test('says nothing of its gun, where another session runs by now', async () => {
    const made = await told([0, 1, 2, 3])
    await forgetOldEvents(rig.db, in91Days())
    await connectorIs(made.pile, 'Occupied', Date.now() - 2 * MINUTE)
    const next: Told = { type: 'Started', no: 0, at: Date.now() - MINUTE, state: 'Charging', wh: 6000, evse }
    await tell(made.pile, 'b', { ...next, card: made.card })
    expect(await rig.connector(made.id)).toBe('Charging')
    const ended = { ...(session(made.card)[3] as Told), at: Date.now(), state: 'EVConnected', reason: 'Local' } as const
    await tell(made.pile, 'a', ended)
    expect(await rig.connector(made.id)).toBe('Charging')
    expect(await rig.orders(made.id)).toMatchObject([{ status: 'paid' }, { status: 'generated' }])
  })
})
