import { once } from 'node:events'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { boot, CommandRig, start, status } from './command-rig.ts'
import { nextFrame, until } from './gateway-rig.ts'

const rig = new CommandRig()
const { ask, row, untilStatus, stays } = rig

const MINUTE = 60_000
const never = () => new Promise<never>(() => {})

/** A command that reaches the pile, which leaves without an answer. */
async function lost(action: string, payload: Record<string, unknown>) {
  const { pile, id: pile_id, station } = await rig.pile({ made: { connectors: 2 } })
  pile.onCall(action, never)
  const asked = ask({ pile_id, action, payload })
  await pile.nextCall(action)
  pile.drop()
  const { id } = await asked
  expect((await row(id)).status).toBe('timed_out')
  return { id, pile_id, station }
}

describe('a pile that takes a command and leaves', () => {
  const wanted = { connectorId: 1, idTag: 'card-1' }

  test.each([
    ['while the server runs', async () => {}],
    ['and the server starts anew', () => rig.restart()],
  ])('is known to have started when it tells of the session, %s', async (_, meanwhile) => {
    const { id, station } = await lost('RemoteStartTransaction', wanted)
    await meanwhile()
    const back = await rig.connect({ station })
    await start(back, 2, 'CARD-1')
    await start(back, 1, 'CARD-2')
    await stays(id, 'timed_out')
    await start(back, 1, 'CARD-1')
    await untilStatus(id, 'done')
  })

  test.each([
    ['from before it was asked', -30 * MINUTE],
    ['from long after it was asked', 40 * MINUTE],
  ])('is not known to have started by a session %s', async (_, later) => {
    const { id, station } = await lost('RemoteStartTransaction', wanted)
    const back = await rig.connect({ station })
    const sent_at = new Date(Date.now() - 60 * MINUTE).toISOString()
    if (later > 0) {
      await rig.db.updateTable('command').set({ sent_at }).where('id', '=', id).execute()
      await rig.restart()
    }
    await start(back, 1, 'CARD-1', later > 0 ? Date.now() - 60 * MINUTE + later : Date.now() + later)
    await stays(id, 'timed_out')
  })

  test('is known to have stopped when it tells of the end', async () => {
    const { id, station } = await lost('RemoteStopTransaction', { transactionId: 7 })
    const back = await rig.connect({ station })
    await back.call('StopTransaction', { transactionId: 7, meterStop: 1, timestamp: new Date().toISOString() })
    await untilStatus(id, 'done')
  })

  test('is known to be out of service when it says so, before or after a start of the server', async () => {
    const payload = { connectorId: 1, type: 'Inoperative' }
    const first = await lost('ChangeAvailability', payload)
    const back = await rig.connect({ station: first.station })
    await status(back, 1, 'Unavailable')
    await untilStatus(first.id, 'done')
    const second = await lost('ChangeAvailability', payload)
    const db = rig.db.updateTable('connector').where('pile_id', '=', second.pile_id).where('number', '=', 1)
    await db.set({ status: 'Unavailable', status_at: new Date().toISOString() }).execute()
    await rig.restart()
    await untilStatus(second.id, 'done')
  })

  test.each(['Operative', 'Inoperative'])('is not known to be %s by a word that nobody knows', async (type) => {
    const { id, station } = await lost('ChangeAvailability', { connectorId: 1, type })
    await status(await rig.connect({ station }), 1, 'Dreaming')
    await rig.restart()
    await stays(id, 'timed_out')
  })

  test('has not unlocked for that, whatever it says', async () => {
    const { id, station } = await lost('UnlockConnector', { connectorId: 1 })
    await status(await rig.connect({ station }), 1, 'Available')
    await stays(id, 'timed_out')
  })
})

describe('a reset', () => {
  test('is done when the pile boots in place of an answer and comes back', async () => {
    const { id, station } = await lost('Reset', { type: 'Hard' })
    await boot(await rig.connect({ station }))
    await untilStatus(id, 'done')
  })

  test('is done when the pile boots on the socket it has, without the time for an answer being over', async () => {
    const { pile, id: pile_id } = await rig.pile()
    pile.onCall('Reset', never)
    const asked = ask({ pile_id, action: 'Reset', payload: { type: 'Soft' } })
    await pile.nextCall('Reset')
    await boot(pile)
    const { id, failure } = await asked
    expect(failure).toBeNull()
    expect(await row(id)).toMatchObject({ status: 'done', answered_at: null, effect_at: expect.any(String) })
  })

  test('is not done by a boot notification that someone asked for', async () => {
    const { pile, id: pile_id } = await rig.pile()
    pile.onCall('Reset', { status: 'Accepted' }).onCall('TriggerMessage', { status: 'Accepted' })
    const reset = await ask({ pile_id, action: 'Reset', payload: { type: 'Soft' } })
    const payload = { requestedMessage: 'BootNotification' }
    const trigger = await ask({ pile_id, action: 'TriggerMessage', payload })
    await boot(pile)
    await untilStatus(trigger.id, 'done')
    await stays(reset.id, 'accepted')
    await boot(pile)
    await untilStatus(reset.id, 'done')
  })

  test('that was refused stays refused, whatever the pile does then', async () => {
    const { pile, id: pile_id } = await rig.pile()
    pile.onCall('Reset', { status: 'Rejected' })
    const { id } = await ask({ pile_id, action: 'Reset', payload: { type: 'Soft' } })
    await boot(pile)
    await stays(id, 'refused')
    await rig.restart()
    await stays(id, 'refused')
  })
})

describe('an answer', () => {
  /** A socket below the library, whose answers a test writes itself. */
  async function asked(action: string, payload: Record<string, unknown> = {}) {
    const { station_number: station, id: pile_id } = await rig.make()
    const socket = rig.socket(station)
    await once(socket, 'open')
    await until(() => rig.gateway.connected(pile_id))
    const ended = ask({ pile_id, action, payload }, { timeoutMs: 100 })
    const [, unique] = await nextFrame(socket)
    return { socket, station, pile_id, unique, ended }
  }

  test.each([
    [[3, { status: 'Accepted' }], 'done'],
    [[3, { status: 'Rejected' }], 'refused'],
    [[4, 'NotSupported', '', {}], 'refused'],
  ])('that comes late is the answer all the same: %j', async ([type, ...rest], expected) => {
    const { socket, unique, ended } = await asked('ClearCache')
    const { id } = await ended
    expect((await row(id)).status).toBe('timed_out')
    socket.send(JSON.stringify([type, unique, ...rest]))
    await untilStatus(id, expected)
    expect((await row(id)).answered_at).not.toBeNull()
  })

  test('that comes by another socket, after a start of the server, is the answer all the same', async () => {
    const { socket, station, unique, ended } = await asked('UnlockConnector', { connectorId: 1 })
    const { id } = await ended
    socket.terminate()
    await rig.restart()
    const again = rig.socket(station)
    await once(again, 'open')
    again.send(JSON.stringify([3, unique, { status: 'UnlockFailed' }]))
    await untilStatus(id, 'failed')
  })

  test('counts once: a second one changes nothing, and nobody answers for another pile', async () => {
    const { socket, pile_id, unique, ended } = await asked('ClearCache')
    const other = await asked('ClearCache')
    const { id } = await ended
    other.socket.send(JSON.stringify([3, unique, { status: 'Accepted' }]))
    await rig.untilFlagged(other.pile_id, 'answer_without_call')
    await stays(id, 'timed_out')
    for (const word of ['Rejected', 'Accepted']) socket.send(JSON.stringify([3, unique, { status: word }]))
    await untilStatus(id, 'refused')
    await rig.untilFlagged(pile_id, 'answer_without_call')
    await stays(id, 'refused')
    expect((await row(id)).answer).toContain('Rejected')
  })

  test.each([
    ['a word that nobody knows', { status: 'Maybe' }],
    ['no word at all', {}],
  ])('of %s says nothing; what the pile does then says it', async (_, answer) => {
    const { pile, id: pile_id } = await rig.pile()
    pile.onCall('Reset', answer)
    const { id } = await ask({ pile_id, action: 'Reset', payload: { type: 'Soft' } })
    expect((await row(id)).status).toBe('unclear')
    await boot(pile)
    await untilStatus(id, 'done')
  })

  test('in other letters is the same answer', async () => {
    const { pile, id: pile_id } = await rig.pile()
    pile.onCall('ClearCache', { status: ' accepted' })
    const { id } = await ask({ pile_id, action: 'ClearCache' })
    expect((await row(id)).status).toBe('done')
  })

  test('that a setting needs a restart is done with the restart', async () => {
    const { pile, id: pile_id } = await rig.pile()
    pile.onCall('ChangeConfiguration', { status: 'RebootRequired' })
    const { id } = await ask({ pile_id, action: 'ChangeConfiguration', payload: { key: 'A', value: '1' } })
    expect(await row(id)).toMatchObject({ status: 'accepted', progress: 'RebootRequired', effect_at: null })
    await rig.restart()
    await boot(pile)
    await untilStatus(id, 'done')
  })
})

test('what took effect after its time is done, and its alarm is over', async () => {
  rig.patienceMs = 50
  const { pile, id: pile_id } = await rig.pile()
  pile.onCall('RemoteStartTransaction', { status: 'Accepted' })
  const payload = { connectorId: 1, idTag: 'CARD-1' }
  const { id } = await ask({ pile_id, action: 'RemoteStartTransaction', payload })
  await untilStatus(id, 'no_effect')
  await until(() => rig.neighbours.alarmed.length === 1)
  await start(pile, 1, 'CARD-1')
  await untilStatus(id, 'done')
  await until(() => rig.neighbours.cleared.includes(pile_id))
})

test('a pile that never reported a state is not in the one it is asked for', async () => {
  const { pile, id: pile_id } = await rig.pile({ made: { connectors: 2 } })
  pile.onCall('ChangeAvailability', { status: 'Accepted' })
  for (const [connectorId, type] of [
    [1, 'Inoperative'],
    [1, 'Operative'],
    [0, 'Operative'],
  ]) {
    const { id } = await ask({ pile_id, action: 'ChangeAvailability', payload: { connectorId, type } })
    expect((await row(id)).status).toBe('accepted')
  }
})

describe('more commands than a pile can take', () => {
  /** Whole calls: one that cannot be said is refused at its turn, and makes room while others are still counted. */
  const kinds: { action: string; payload?: Record<string, unknown> }[] = [
    { action: 'ClearCache' },
    { action: 'UnlockConnector', payload: { connectorId: 1 } },
    { action: 'GetConfiguration' },
    { action: 'Reset', payload: { type: 'Soft' } },
    { action: 'RemoteStopTransaction', payload: { transactionId: 7 } },
  ]
  const waiting = async (pile_id: number) =>
    (await rig.db.selectFrom('command').select('id').where('pile_id', '=', pile_id).execute()).length

  test('are refused, 30 at once and of all kinds, and another pile is not touched', async () => {
    const { pile, id } = await rig.pile()
    const other = await rig.pile()
    other.pile.onCall('ClearCache', { status: 'Accepted' })
    let answer = (_: object) => {}
    const answered = new Promise<Record<string, unknown>>((resolve) => {
      answer = resolve as typeof answer
    })
    for (const { action } of kinds) pile.onCall(action, () => answered)
    const asked = Array.from({ length: 30 }, (_, nth) => ask({ pile_id: id, ...(kinds[nth % 5] ?? { action: '' }) }))
    let refusals = 0
    for (const each of asked) each.catch(() => refusals++)
    await until(() => pile.received.length > 0)
    expect((await ask({ pile_id: other.id, action: 'ClearCache' })).failure).toBeNull()
    await until(() => refusals === 10)
    expect(await waiting(id)).toBe(20)
    await expect(ask({ pile_id: id, action: 'ClearCache' })).rejects.toThrow('queue_full')
    answer({ status: 'Rejected' })
    await Promise.allSettled(asked)
    expect(refusals).toBe(10)
    expect(await waiting(id)).toBe(20)
    // What is answered makes room.
    expect((await ask({ pile_id: id, action: 'ClearCache' })).answer).toEqual({ status: 'Rejected' })
  })

  test('are counted on all nodes, and one that was rolled back takes no place', async () => {
    const { pile, id } = await rig.pile()
    pile.onCall('ClearCache', never)
    const write = { pile_id: id, action: 'ClearCache', payload: {}, connector_number: null, asked_by: 'Ann' }
    for (let nth = 0; nth < 25; nth++)
      await rig.db
        .transaction()
        .execute(async (trx) => {
          await rig.commands.write(write, trx)
          throw new Error('rolled back')
        })
        .catch(() => {})
    const elsewhere = rig.another()
    const asked = Array.from({ length: 30 }, (_, nth) => (nth % 2 ? elsewhere : rig.commands).write(write))
    const ended = await Promise.allSettled(asked)
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  })

  test('leave room for what the server itself asks for, such as the end of a session', async () => {
    const { pile, id } = await rig.pile()
    pile.onCall('ClearCache', never)
    await Promise.allSettled(
      Array.from({ length: 21 }, () =>
        rig.commands.write({ pile_id: id, action: 'ClearCache', payload: {}, connector_number: null, asked_by: 'Ann' }),
      ),
    )
    void rig.commands.remoteStop(id, '7')
    await until(async () => (await waiting(id)) === 21)
  })
})

describe('an answer that comes while the database is away', () => {
  test('is kept once it is back', async () => {
    const { pile, id: pile_id } = await rig.pile()
    let answer: (payload: object) => void = () => {}
    pile.onCall('ClearCache', () => new Promise((resolve) => (answer = resolve as typeof answer)))
    const asked = ask({ pile_id, action: 'ClearCache' })
    await pile.nextCall('ClearCache')
    const away = `command_away_${pile_id}`
    await sql`
      create function ${sql.id(away)}() returns trigger language plpgsql as $$
      begin raise exception 'the database is away' using errcode = '57P01'; end $$`.execute(rig.db)
    await sql`
      create trigger ${sql.id(away)} before update on command for each row when (new.pile_id = ${sql.lit(pile_id)})
      execute function ${sql.id(away)}()`.execute(rig.db)
    answer({ status: 'Accepted' })
    await until(() => rig.neighbours.errors.some((error) => error.includes('could not be kept')))
    await sql`drop function ${sql.id(away)} cascade`.execute(rig.db)
    const { id } = await asked
    expect(await row(id)).toMatchObject({ status: 'done', answer: '{"status":"Accepted"}' })
    rig.neighbours.errors.length = 0
  })
})
