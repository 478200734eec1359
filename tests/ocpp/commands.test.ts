import { describe, expect, test, vi } from 'vitest'
import { CallError } from '../../src/fleet/frame.ts'
import { hashPileSecret } from '../../src/server/kit/pile-secret.ts'
import { keptCall } from '../make.ts'
import { CommandRig, start, status } from './command-rig.ts'
import { until } from './gateway-rig.ts'

const rig = new CommandRig()
const { ask, row, untilStatus } = rig
const staysAccepted = (id: number) => rig.stays(id, 'accepted')
/** What counts beside a pile's own password. */
const newPasswords = async (pile_id: number) => {
  const rows = await rig.db.selectFrom('pile_new_password').select('state').where('pile_id', '=', pile_id).execute()
  return rows.map(({ state }) => state)
}

describe('what the pile answers', () => {
  test.each([
    ['Accepted', 'done'],
    ['Rejected', 'refused'],
  ])('%s makes a command without an effect %s', async (answer, expected) => {
    const { pile, id } = await rig.pile()
    pile.onCall('ClearCache', { status: answer })
    const asked = await ask({ pile_id: id, action: 'ClearCache' })
    expect(asked.answer).toEqual({ status: answer })
    const kept = await row(asked.id)
    expect(kept).toMatchObject({ status: expected, answer: JSON.stringify({ status: answer }), asked_by: 'Ann' })
    expect([kept.sent_at, kept.answered_at]).not.toContain(null)
    expect(rig.changed).toContain(asked.id)
  })

  test.each([
    ['Unlocked', 'done'],
    ['UnlockFailed', 'failed'],
    ['NotSupported', 'refused'],
  ])('%s makes an unlock %s', async (answer, expected) => {
    const { pile, id } = await rig.pile()
    pile.onCall('UnlockConnector', { status: answer })
    const asked = await ask({ pile_id: id, action: 'UnlockConnector', payload: { connectorId: 1 } })
    expect((await row(asked.id)).status).toBe(expected)
  })

  test('an error is a refusal that keeps its code', async () => {
    const { id } = await rig.pile()
    const asked = await ask({ pile_id: id, action: 'ClearCache' })
    expect(asked.failure).toMatchObject({ status: 'refused', code: 'NotImplemented' })
    expect(await row(asked.id)).toMatchObject({ status: 'refused', answer: expect.stringContaining('NotImplemented') })
  })

  test('nothing makes it time out', async () => {
    const { pile, id } = await rig.pile()
    pile.onCall('ClearCache', () => new Promise(() => {}))
    const asked = await ask({ pile_id: id, action: 'ClearCache' }, { timeoutMs: 50 })
    expect(asked.failure).toMatchObject({ status: 'timed_out', code: 'Timeout' })
    expect((await row(asked.id)).status).toBe('timed_out')
  })

  test('a pile without a socket is not asked', async () => {
    const { id } = await rig.make()
    const asked = await ask({ pile_id: id, action: 'Reset', payload: { type: 'Soft' } })
    expect(await row(asked.id)).toMatchObject({ status: 'not_connected', sent_at: null })
  })

  test('a pile that leaves in the middle has the call and gave no answer', async () => {
    const { pile, id } = await rig.pile()
    pile.onCall('ClearCache', () => new Promise(() => {}))
    const asked = ask({ pile_id: id, action: 'ClearCache' })
    await pile.nextCall('ClearCache')
    pile.drop()
    const { id: command, failure } = await asked
    expect(failure).toMatchObject({ status: 'timed_out', code: 'ConnectionLost' })
    expect(await row(command)).toMatchObject({ status: 'timed_out', answered_at: null, sent_at: expect.any(String) })
  })

  test('commands to one pile go out in their order, one after the answer to the other', async () => {
    const { pile, id } = await rig.pile()
    const order: string[] = []
    for (const action of ['ClearCache', 'GetLocalListVersion', 'GetConfiguration'])
      pile.onCall(action, async () => {
        order.push(`${action} began`)
        await new Promise((resolve) => setTimeout(resolve, 20))
        order.push(`${action} ended`)
        return { status: 'Accepted', listVersion: 1 }
      })
    const sent: Promise<unknown>[] = []
    for (const action of ['ClearCache', 'GetLocalListVersion', 'GetConfiguration']) {
      const { send } = await rig.commands.write({
        pile_id: id,
        action,
        payload: {},
        connector_number: null,
        asked_by: null,
      })
      sent.push(send())
    }
    await Promise.all(sent)
    expect(order.map((line) => line.split(' ')[1])).toEqual(['began', 'ended', 'began', 'ended', 'began', 'ended'])
    expect(order[0]).toContain('ClearCache')
    expect(order[4]).toContain('GetConfiguration')
  })

  test('more than a pile can take are refused and not written down', async () => {
    const { pile, id } = await rig.pile()
    pile.onCall('ClearCache', () => new Promise(() => {}))
    for (let count = 0; count < 20; count++) {
      const { send } = await rig.commands.write({
        pile_id: id,
        action: 'ClearCache',
        payload: {},
        connector_number: null,
        asked_by: null,
      })
      void send()
    }
    await expect(ask({ pile_id: id, action: 'ClearCache' })).rejects.toThrow('queue_full')
    const { kept } = await rig.db
      .selectFrom('command')
      .select((eb) => eb.fn.countAll<number>().as('kept'))
      .where('pile_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(kept).toBe(20)
  })
})

describe('the effect', () => {
  async function accepted(action: string, payload: Record<string, unknown>, answer = 'Accepted') {
    const { pile, id, station } = await rig.pile()
    pile.onCall(action, { status: answer })
    const asked = await ask({ pile_id: id, action, payload, connector_number: (payload.connectorId as number) ?? null })
    return { pile, pile_id: id, station, id: asked.id }
  }

  test('of a start is that card’s session at that connector', async () => {
    const { pile, id } = await accepted('RemoteStartTransaction', { connectorId: 1, idTag: 'card-1' })
    await staysAccepted(id)
    await start(pile, 2, 'CARD-1')
    await start(pile, 1, 'CARD-2')
    await staysAccepted(id)
    await start(pile, 1, 'CARD-1')
    await untilStatus(id, 'done')
    expect((await row(id)).effect_at).not.toBeNull()
  })

  test('of a start is not a session that we refused', async () => {
    rig.patienceMs = 200
    const { pile, id } = await accepted('RemoteStartTransaction', { connectorId: 1, idTag: 'CARD-1' })
    rig.neighbours.status = 'Blocked'
    await start(pile, 1, 'CARD-1')
    await untilStatus(id, 'no_effect')
  })

  test('of a stop is the end of that transaction', async () => {
    const { pile, id } = await accepted('RemoteStopTransaction', { transactionId: 7 })
    const stop = { meterStop: 1, timestamp: new Date().toISOString() }
    await pile.call('StopTransaction', { transactionId: 6, ...stop })
    await staysAccepted(id)
    await pile.call('StopTransaction', { transactionId: 7, ...stop })
    await untilStatus(id, 'done')
  })

  test('of a reset is that the pile boots anew', async () => {
    const { pile, station, id } = await accepted('Reset', { type: 'Hard' })
    await pile.close()
    const again = await rig.connect({ station })
    await staysAccepted(id)
    await again.call('BootNotification', { chargePointModel: 'M', chargePointVendor: 'V' })
    await untilStatus(id, 'done')
  })

  test('of a trigger is the message that was asked for', async () => {
    const { pile, id } = await accepted('TriggerMessage', { requestedMessage: 'StatusNotification', connectorId: 2 })
    await pile.call('Heartbeat')
    await status(pile, 1, 'Available')
    await staysAccepted(id)
    await status(pile, 2, 'Available')
    await untilStatus(id, 'done')
  })

  test('of taking a connector out of service is its state', async () => {
    const { pile, id } = await rig.pile({ made: { connectors: 2 } })
    await status(pile, 1, 'Available')
    pile.onCall('ChangeAvailability', { status: 'Scheduled' })
    const asked = await ask({
      pile_id: id,
      action: 'ChangeAvailability',
      payload: { connectorId: 1, type: 'Inoperative' },
    })
    await status(pile, 2, 'Unavailable')
    await status(pile, 1, 'Finishing')
    await staysAccepted(asked.id)
    await status(pile, 1, 'Unavailable')
    await untilStatus(asked.id, 'done')
  })

  test.each([
    ['Inoperative', 'Available', 'OutOfService'],
    ['Operative', 'Unavailable', 'Occupied'],
  ])('of making a connector %s is no word that nobody knows, but one of another version', async (type, at, reached) => {
    const { pile, id } = await rig.pile()
    await status(pile, 1, at)
    pile.onCall('ChangeAvailability', { status: 'Accepted' })
    const asked = await ask({ pile_id: id, action: 'ChangeAvailability', payload: { connectorId: 1, type } })
    await status(pile, 1, 'Dreaming')
    await staysAccepted(asked.id)
    await status(pile, 1, reached)
    await untilStatus(asked.id, 'done')
  })

  test('of taking a pile out of service is the state of all its connectors', async () => {
    const { pile, id } = await rig.pile({ made: { connectors: 2 } })
    await status(pile, 1, 'Available')
    await status(pile, 2, 'Available')
    pile.onCall('ChangeAvailability', { status: 'Accepted' })
    const asked = await ask({
      pile_id: id,
      action: 'ChangeAvailability',
      payload: { connectorId: 0, type: 'Inoperative' },
    })
    await status(pile, 1, 'Unavailable')
    await staysAccepted(asked.id)
    await status(pile, 2, 'Unavailable')
    await untilStatus(asked.id, 'done')
  })

  test('is there already where a pile is asked for the state it is in', async () => {
    const { pile, id } = await rig.pile()
    await status(pile, 1, 'Available')
    pile.onCall('ChangeAvailability', { status: 'Accepted' })
    const asked = await ask({
      pile_id: id,
      action: 'ChangeAvailability',
      payload: { connectorId: 1, type: 'Operative' },
    })
    expect((await row(asked.id)).status).toBe('done')
  })

  test.each(['Operative', 'Inoperative'])('is not there yet where nobody knows the state: %s', async (type) => {
    const { pile, id } = await rig.pile()
    await status(pile, 1, 'Dreaming')
    pile.onCall('ChangeAvailability', { status: 'Accepted' })
    const asked = await ask({ pile_id: id, action: 'ChangeAvailability', payload: { connectorId: 1, type } })
    await staysAccepted(asked.id)
  })

  test('may come before the answer', async () => {
    const { pile, id } = await rig.pile()
    pile.onCall('TriggerMessage', async () => {
      await pile.call('Heartbeat')
      return { status: 'Accepted' }
    })
    const asked = await ask({ pile_id: id, action: 'TriggerMessage', payload: { requestedMessage: 'Heartbeat' } })
    expect((await row(asked.id)).status).toBe('done')
  })

  test('that does not come is an alarm, and a later success clears it', async () => {
    rig.patienceMs = 100
    const { pile, pile_id, id } = await accepted('TriggerMessage', { requestedMessage: 'Heartbeat' })
    await untilStatus(id, 'no_effect')
    await until(() => rig.neighbours.alarmed.length === 1)
    expect(rig.neighbours.alarmed).toEqual([{ code: 'CommandWithoutEffect', pile_id }])
    pile.onCall('ClearCache', { status: 'Accepted' })
    await ask({ pile_id, action: 'ClearCache' })
    expect(rig.neighbours.cleared).toEqual([pile_id])
  })
})

describe('a restart of the server', () => {
  async function left(call: string, payload: Record<string, unknown>, kept: Record<string, unknown>) {
    const { id: pile_id } = await rig.make()
    const { id } = await rig.db
      .insertInto('command')
      .values({ pile_id, ...keptCall(call, payload), status: 'queued', ...kept })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { pile_id, id }
  }
  const answered = (secondsAgo: number) => {
    const at = new Date(Date.now() - secondsAgo * 1000).toISOString()
    return { status: 'accepted' as const, sent_at: at, answered_at: at, answer: '{"status":"Accepted"}' }
  }

  test.each([
    ['queued', 'not_sent'],
    ['sent', 'timed_out'],
  ] as const)('what was %s is %s', async (status, expected) => {
    const { id } = await left('ClearCache', {}, { status })
    await rig.restart()
    expect((await row(id)).status).toBe(expected)
  })

  test('sees that the effect came meanwhile', async () => {
    const { id, pile_id } = await left('Reset', { type: 'Soft' }, answered(30))
    await rig.db.updateTable('pile').set({ booted_at: new Date().toISOString() }).where('id', '=', pile_id).execute()
    await rig.restart()
    expect((await row(id)).status).toBe('done')
  })

  test('reads what a version before kept in the protocol’s words alone', async () => {
    const { id, pile_id } = await left('Reset', { type: 'Soft' }, { ...answered(30), intent: null })
    await rig.db.updateTable('pile').set({ booted_at: new Date().toISOString() }).where('id', '=', pile_id).execute()
    await rig.restart()
    expect((await row(id)).status).toBe('done')
  })

  test('goes on to await what there is time for', async () => {
    const { id, pile_id } = await left('RemoteStartTransaction', { connectorId: 1, idTag: 'CARD-1' }, answered(2))
    await rig.restart()
    await staysAccepted(id)
    const { station_number } = await rig.db
      .selectFrom('pile')
      .select('station_number')
      .where('id', '=', pile_id)
      .executeTakeFirstOrThrow()
    const pile = await rig.connect({ station: station_number })
    await start(pile, 1, 'CARD-1')
    await untilStatus(id, 'done')
  })

  test('ends what had its time', async () => {
    const { id } = await left('TriggerMessage', { requestedMessage: 'Heartbeat' }, answered(60))
    await rig.restart()
    await untilStatus(id, 'no_effect')
    await until(() => rig.neighbours.alarmed.length === 1)
  })
})

describe('a pile’s password', () => {
  test('is changed with the pile and shown nowhere', async () => {
    const { pile, id, station } = await rig.pile()
    pile.onCall('ChangeConfiguration', { status: 'Accepted' })
    const value = '0123456789abcdef0123456789abcdef01234567'
    const asked = await ask({ pile_id: id, action: 'ChangeConfiguration', payload: { key: 'AuthorizationKey', value } })
    expect(await pile.nextCall('ChangeConfiguration')).toEqual({ key: 'AuthorizationKey', value })
    expect((await row(asked.id)).payload).toBe('{"key":"AuthorizationKey","value":"***"}')
    await pile.close()
    await expect(rig.connect({ station, password: 'another password' })).rejects.toThrow('401')
    await rig.connect({ station, password: value })
  })

  test('stays as it is when the pile refuses the new one', async () => {
    const { pile, id, station } = await rig.pile()
    pile.onCall('ChangeConfiguration', { status: 'Rejected' })
    await ask({
      pile_id: id,
      action: 'ChangeConfiguration',
      payload: { key: 'AuthorizationKey', value: 'x'.repeat(20) },
    })
    expect((await rig.stored(station)).password_hash).toBeNull()
    expect(await newPasswords(id)).toEqual([])
    await rig.connect({ station })
  })

  test('that it quotes in an error is shown nowhere', async () => {
    const { pile, id, station } = await rig.pile()
    const value = 'fedcba9876543210fedcba9876543210fedcba98'
    pile.onCall('ChangeConfiguration', () => {
      throw new CallError('FormationViolation', `the value ${value.toUpperCase()} is too long`)
    })
    const asked = await ask({ pile_id: id, action: 'ChangeConfiguration', payload: { key: 'AuthorizationKey', value } })
    expect((await row(asked.id)).answer).toContain('the value *** is too long')
    expect(await newPasswords(id)).toEqual([])
    await until(async () => (await rig.frames(station)).some(({ content }) => content.includes('FormationViolation')))
    expect(JSON.stringify(await rig.frames(station)).toLowerCase()).not.toContain(value)
  })

  describe('that it was sent', () => {
    const [old, fresh] = ['00112233445566778899aabbccddeeff00112233', 'ffeeddccbbaa99887766554433221100ffeeddcc']
    const give = (id: number, timeoutMs = 5_000) =>
      ask(
        { pile_id: id, action: 'ChangeConfiguration', payload: { key: 'AuthorizationKey', value: fresh } },
        { timeoutMs },
      )
    const known = async () => {
      const known = await rig.pile({ made: { password_hash: hashPileSecret(old) }, password: old })
      known.pile.onCall('ChangeConfiguration', () => new Promise(() => {}))
      return known
    }

    test('ends the old one when it is used, and not before', async () => {
      const { pile, id, station } = await known()
      pile.onCall('ChangeConfiguration', { status: 'RebootRequired' })
      await give(id)
      await rig.connect({ station, password: old })
      await rig.untilFlagged(id, 'old_password_used')
      await rig.connect({ station, password: fresh })
      await rig.untilFlagged(id, 'new_password_used')
      await expect(rig.connect({ station, password: old })).rejects.toThrow('401')
      expect(await newPasswords(id)).toEqual([])
      await rig.connect({ station, password: fresh })
    })

    test('and answers late is taken or not as it then says', async () => {
      for (const [status, expected] of [
        ['Rejected', []],
        ['Accepted', ['accepted']],
      ] as const) {
        const { pile, id } = await known()
        let answer = (_: { status: string }) => {}
        pile.onCall('ChangeConfiguration', () => new Promise((resolve) => (answer = resolve)))
        await give(id, 50)
        expect(await newPasswords(id)).toEqual(['sent'])
        answer({ status })
        await until(async () => JSON.stringify(await newPasswords(id)) === JSON.stringify(expected))
      }
    })

    test('without an answer counts beside the old one: a pile that has it all the same is let in', async () => {
      const { id, station } = await known()
      await give(id, 50)
      expect(await newPasswords(id)).toEqual(['sent'])
      await rig.connect({ station, password: fresh })
      await expect(rig.connect({ station, password: old })).rejects.toThrow('401')
    })

    test('without an answer ends when the pile comes with its old one, and that is noted', async () => {
      const { id, station } = await known()
      await give(id, 50)
      await rig.connect({ station, password: old })
      await rig.untilFlagged(id, 'new_password_not_taken')
      await expect(rig.connect({ station, password: fresh })).rejects.toThrow('401')
      await rig.connect({ station, password: old })
    })

    test('before the one that it has is not forgotten: none of several that it may have locks it out', async () => {
      const { pile, id, station } = await known()
      await give(id, 50)
      const other = 'a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4'
      pile.onCall('ChangeConfiguration', { status: 'Rejected' })
      await ask({ pile_id: id, action: 'ChangeConfiguration', payload: { key: 'AuthorizationKey', value: other } })
      await rig.connect({ station, password: fresh })
      await expect(rig.connect({ station, password: other })).rejects.toThrow('401')
    })

    test('is used by one of two handshakes at once, and the other comes by what it then is', async () => {
      const { pile, id, station } = await known()
      pile.onCall('ChangeConfiguration', { status: 'Accepted' })
      await give(id)
      const both = [fresh, fresh, fresh, fresh].map((password) => rig.connect({ station, password }))
      expect((await Promise.allSettled(both)).filter(({ status }) => status === 'rejected')).toEqual([])
      expect(await newPasswords(id)).toEqual([])
      await expect(rig.connect({ station, password: old })).rejects.toThrow('401')
    })

    test('to whom lost its socket in the middle counts beside the old one', async () => {
      const { pile, id, station } = await known()
      const giving = give(id)
      await pile.nextCall('ChangeConfiguration')
      pile.drop()
      await giving
      await rig.connect({ station, password: fresh })
      await expect(rig.connect({ station, password: old })).rejects.toThrow('401')
    })
  })

  test('is not kept when a pile tells it', async () => {
    const { pile, id } = await rig.pile()
    pile.onCall('GetConfiguration', {
      configurationKey: [{ key: 'AuthorizationKey', readonly: false, value: 'secret' }],
      unknownKey: [],
    })
    const asked = await ask({ pile_id: id, action: 'GetConfiguration' })
    expect((await row(asked.id)).answer).not.toContain('secret')
  })
})

test('who waits for a command that is written down and not sent yet sees what becomes of it', async () => {
  const { pile, id: pile_id } = await rig.pile()
  pile.onCall('ClearCache', { status: 'Accepted' })
  const asked = { pile_id, connector_number: null, asked_by: 'Ann', action: 'ClearCache', payload: {} }
  const { id, send } = await rig.commands.write(asked)
  const answered = rig.commands.answered(id, 5_000)
  const sent = send()
  await answered
  expect((await row(id)).status).toBe('done')
  await sent
})

test('who waits for a command that ended already waits no more', async () => {
  const { pile, id: pile_id } = await rig.pile()
  pile.onCall('ClearCache', { status: 'Accepted' })
  const asked = { pile_id, connector_number: null, asked_by: 'Ann', action: 'ClearCache', payload: {} }
  const { id } = await rig.commands.ask(asked)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    // No time passes.
    await rig.commands.answered(id, 5_000)
  } finally {
    vi.useRealTimers()
  }
})
