import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { connectPile } from '../../src/fleet/scripted.ts'
import { natsIn } from '../../src/server/app/nats-setting.ts'
import { ALONE } from '../../src/server/kit/bus.ts'
import { NotifyBus } from '../../src/server/kit/database/notify-bus.ts'
import type { GatheringBus } from '../../src/server/kit/gathering-bus.ts'
import { NatsBus, type NatsSettings } from '../../src/server/kit/nats-bus.ts'
import { ToldCounts } from '../../src/server/kit/told-counts.ts'
import { PasswordLimits } from '../../src/server/ocpp/password-limits.ts'
import { pileCommands } from '../../src/shared/endpoints/pile-commands.ts'
import { freePort } from '../../src/tools/free-port.mjs'
import { makePile } from '../make.ts'
import { type FreshDatabase, freshDatabase } from '../setup/database.ts'
import { type NatsServer, NO_NATS, natsServer } from '../setup/nats.ts'
import { startNodes } from '../setup/nodes.ts'
import type { TestServer } from '../setup/server.ts'

type StartedBus = GatheringBus & { start(): Promise<void> }

let database: FreshDatabase
let nats: NatsServer
/** What was logged of NATS. */
const logged: string[] = []
const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) })
const network = randomBytes(32)
const at = (url: string): NatsSettings =>
  natsIn({ NATS_URL: url }, 'postgres://…', () => new Error('alone')) ?? expect.fail('there is a setting')

beforeAll(async () => {
  database = await freshDatabase(20, 'started')
  if (!NO_NATS) nats = await natsServer()
})
afterAll(async () => {
  await nats?.kill()
  await database.drop()
})

const heardBy = (bus: GatheringBus, topic: string) => {
  const heard: string[] = []
  bus.subscribe(topic, (line) => heard.push(line))
  return heard
}

test('the only node hears nothing of itself', () => {
  const heard: string[] = []
  ALONE.subscribe('changed', (line) => heard.push(line))
  ALONE.publish('changed', 'pile 1')
  expect([heard, ALONE.counters]).toEqual([[], { told: 0, heard: 0, gaps: 0 }])
})

test('a line of rubbish on the bus does nothing, and is said once of its kind', async () => {
  const [bus, said] = [new NotifyBus(database.url, 'one', log), logged.length]
  const limits = new PasswordLimits(bus)
  const counted: [string, number][] = []
  new ToldCounts(bus, 'counted', (...told) => counted.push(told))
  const heard = heardBy(bus, 'changed')
  await bus.start()
  const rubbish = ['no json', 'null', '{}', '{"known":true}'].map((key, at) => `pile_password ${at} 5 ${key}`)
  const lines = [...rubbish, 'pile_password', '', 'counted 1 999999999 key', 'changed pile 1']
  await database.pool.query('select pg_notify($1, $2)', ['chargedeck_bus', ['other', ...lines].join('\n')])
  await vi.waitFor(() => expect(heard).toEqual(['pile 1']))
  expect(counted).toEqual([['key', 1_000]])
  expect(limits.state.size()).toBe(0)
  expect(logged.slice(said).filter((line) => line.includes('is not understood'))).toHaveLength(1)
  await bus.close()
})

test('what nodes tell of a wrong password holds the network and not the address', async () => {
  const [one, two] = [new NotifyBus(database.url, 'one'), new NotifyBus(database.url, 'two')]
  const heard = heardBy(two, 'pile_password')
  const elsewhere = new PasswordLimits(two)
  await Promise.all([one.start(), two.start()])
  const limits = new PasswordLimits(one)
  const who = { station_number: 'A', known: true, usual_address: null }
  for (let guess = 1; guess <= 10; guess++) limits.failed({ ...who, address: `2001:db8:1:2::${guess}` }, Date.now())
  await vi.waitFor(() => expect(heard).toHaveLength(1))
  expect(heard[0]).toMatch(/^0 10 .*"2001:db8:1:2::\/64"/)
  expect(elsewhere.wait({ ...who, address: '2001:db8:1:2::ffff' }, Date.now())).toBeGreaterThan(0)
  await Promise.all([one.close(), two.close()])
})

const kinds: { name: string; make(node: string): StartedBus; breakAll(): Promise<unknown>; skip: boolean }[] = [
  {
    name: 'the bus by the database',
    make: (node) => new NotifyBus(database.url, node),
    breakAll: () =>
      database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'chargedeck bus'`),
    skip: false,
  },
  {
    name: `the bus by NATS${NO_NATS}`,
    make: (node) => new NatsBus(at(nats.url), node, network, log),
    breakAll: () => nats.kill().then(() => nats.start()),
    skip: NO_NATS !== '',
  },
]

for (const { name, make, breakAll, skip } of kinds)
  describe.skipIf(skip)(name, () => {
    const open: StartedBus[] = []
    async function busOf(node: string): Promise<StartedBus> {
      const bus = make(node)
      open.push(bus)
      await bus.start()
      return bus
    }
    afterEach(async () => {
      for (const bus of open.splice(0)) await bus.close()
    })

    test('brings each line once to every other node, of its topic alone, more than one message holds', async () => {
      const [one, two, three] = [await busOf('one'), await busOf('two'), await busOf('three')]
      const [own, second, third] = [one, two, three].map((bus) => heardBy(bus, 'changed'))
      const other = heardBy(two, 'else')
      const lines = Array.from({ length: 5_000 }, (_, at) => `an_entity_of_a_long_name ${at}`)
      for (const line of [...lines, ...lines]) one.publish('changed', line)
      one.publish('else', 'a pile 桩')
      await vi.waitFor(() => expect(other).toEqual(['a pile 桩']))
      await vi.waitFor(() => expect(third).toHaveLength(5_000))
      expect(second).toEqual(lines)
      expect(third).toEqual(lines)
      expect(own).toEqual([])
      expect([one.counters.told, two.counters.heard, one.counters.heard]).toEqual([5_001, 5_001, 0])
    })

    test('tells what a person waits for at once, and once, with all that was to go later', async () => {
      const [one, two] = [await busOf('one'), await busOf('two')]
      const [heard, awaited] = [heardBy(two, 'changed'), heardBy(two, 'command_given')]
      // Time stands still but for a moment: whatever gathers would never be told.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
      try {
        one.publish('changed', 'pile 0')
        await vi.advanceTimersByTimeAsync(1)
        one.publish('changed', 'pile 1')
        one.publish('command_given', '7', { isAwaited: true })
        one.publish('command_given', '8', { isAwaited: true })
        await vi.advanceTimersByTimeAsync(1)
      } finally {
        vi.useRealTimers()
      }
      await vi.waitFor(() => expect(awaited).toEqual(['7', '8']))
      one.publish('changed', 'pile 2')
      await vi.waitFor(() => expect(heard).toEqual(['pile 0', 'pile 1', 'pile 2']))
      expect(one.counters.told).toBe(5)
    })

    test('tells what waits before it hangs up', async () => {
      const [one, two] = [await busOf('one'), await busOf('two')]
      const heard = heardBy(two, 'changed')
      one.publish('changed', 'pile 1')
      await one.close()
      await vi.waitFor(() => expect(heard).toEqual(['pile 1']))
    })

    test('after a break both sides are told that they may have missed something', async () => {
      const [one, two] = [await busOf('one'), await busOf('two')]
      const gaps = [0, 0]
      for (const [at, bus] of [one, two].entries()) bus.onGap(() => (gaps[at] = (gaps[at] ?? 0) + 1))
      const heard = heardBy(two, 'changed')
      await breakAll()
      await vi.waitFor(() => expect(Math.min(...gaps)).toBeGreaterThan(0))
      await vi.waitFor(() => {
        one.publish('changed', 'pile 2')
        expect(heard).toContain('pile 2')
      })
    })

    test('one that has more to tell than it can says that everything is to be looked at', async () => {
      const [one, two] = [await busOf('one'), await busOf('two')]
      const heard = heardBy(two, 'changed')
      let gaps = 0
      two.onGap(() => gaps++)
      for (let at = 0; at <= 20_001; at++) one.publish('changed', `pile ${at}`)
      await vi.waitFor(() => expect(gaps).toBe(1))
      expect(heard.length).toBeLessThan(10)
    })
  })

describe.skipIf(NO_NATS)(`NATS${NO_NATS}`, () => {
  const open: NatsBus[] = []
  async function started(node: string, url = nats.url, secret = network) {
    const bus = new NatsBus(at(url), node, secret, log)
    open.push(bus)
    await bus.start()
    return bus
  }
  afterEach(async () => {
    for (const bus of open.splice(0)) await bus.close()
    logged.length = 0
  })

  test('brings nothing to nodes of another network at the same server', async () => {
    const [one, two, stranger] = [
      await started('one'),
      await started('two'),
      await started('x', nats.url, randomBytes(32)),
    ]
    const [heard, strange] = [heardBy(two, 'changed'), heardBy(stranger, 'changed')]
    one.publish('changed', 'pile 1')
    await vi.waitFor(() => expect(heard).toEqual(['pile 1']))
    expect(strange).toEqual([])
  })

  test('that is away delays no start, is said once without its password, and is found when it comes', async () => {
    const port = await freePort()
    const began = Date.now()
    const url = nats.url.replace(String(nats.port), String(port))
    const bus = await started('one', url)
    expect(Date.now() - began).toBeLessThan(4_000)
    bus.publish('changed', 'pile 1')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(logged.filter((line) => line.includes('NATS is away'))).toHaveLength(1)
    for (const secret of ['p@ss', 'p%40ss']) expect(logged.join()).not.toContain(secret)
    const late = await natsServer(port)
    await vi.waitFor(() => expect(logged.join()).toContain('NATS is there again'))
    const heard = heardBy(bus, 'changed')
    const other = await started('two', url)
    other.publish('changed', 'pile 2')
    await vi.waitFor(() => expect(heard).toEqual(['pile 2']))
    await late.kill()
  })

  test('that takes the connection and says nothing delays no start for long', async () => {
    const mute = createServer(() => {})
    const port = await new Promise<number>((resolve) => {
      mute.listen(0, '127.0.0.1', () => resolve((mute.address() as { port: number }).port))
    })
    const began = Date.now()
    const bus = await started('one', `nats://127.0.0.1:${port}`)
    expect(Date.now() - began).toBeLessThan(5_000)
    const closing = Date.now()
    await bus.close()
    expect(Date.now() - closing).toBeLessThan(1_000)
    mute.close()
  })

  test('that hangs up as soon as it is listened to is away', async () => {
    const info = 'INFO {"server_id":"x","version":"2.9.10","proto":1,"max_payload":1048576,"headers":true}\r\n'
    const rude = createServer((socket) => {
      socket.on('error', () => {}).write(info)
      socket.on('data', (said) => (said.includes('SUB ') ? socket.destroy() : socket.write('PONG\r\n')))
    })
    const port = await new Promise<number>((resolve) => {
      rude.listen(0, '127.0.0.1', () => resolve((rude.address() as { port: number }).port))
    })
    class Seen extends NatsBus {
      get seemsOpen() {
        return this.isOpen
      }
    }
    const bus = new Seen(at(`nats://127.0.0.1:${port}`), 'one', network, log)
    open.push(bus)
    await bus.start()
    await vi.waitFor(() => expect(logged.join()).toContain('NATS is away'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(bus.seemsOpen).toBe(false)
    expect(logged.join()).not.toContain('NATS is there again')
    rude.close()
  })

  test('that takes no such password is tried again for ever, and nothing shows it', async () => {
    const wrong = nats.url.replace('p%40ss', 'wr0ng')
    await started('one', wrong)
    await vi.waitFor(() => expect(logged.join()).toContain('NATS is away'))
    expect(logged.join()).not.toContain('wr0ng')
    expect(logged.join()).toMatch(/auth/i)
  })
})

describe.skipIf(NO_NATS)(`two nodes with NATS between them${NO_NATS}`, () => {
  let pair: Awaited<ReturnType<typeof startNodes>>
  beforeAll(async () => {
    pair = await startNodes(['here', 'there'], {}, null, (_, node) => new NatsBus(at(nats.url), node, network, log))
  })
  afterAll(() => pair.stop())

  test('lose no command and no pile while it is killed and started again', async () => {
    const [here, there] = pair.nodes as [TestServer, TestServer]
    const answered = new Map<number, number>()
    const piles = await Promise.all(
      [here, there, here, there].map(async (server, at) => {
        const { id, station_number: station } = await makePile(pair.database.db)
        const pile = await connectPile({ url: `${server.url.replace('http', 'ws')}/ocpp`, station })
        pile.onCall('ClearCache', () => {
          answered.set(id, (answered.get(id) ?? 0) + 1)
          return { status: 'Accepted' }
        })
        // Given at the node that has it not.
        return { id, pile, by: at % 2 ? here : there }
      }),
    )
    const done = new Map<number, number>()
    let stopped = false
    const asking = piles.map(async ({ id, by }) => {
      while (!stopped) {
        const { data } = await by.call(pileCommands.clear_cards, { id })
        expect(data.command.status).toBe('done')
        done.set(id, (done.get(id) ?? 0) + 1)
      }
    })
    const more = async (by: number) => {
      const before = new Map(done)
      const enough = () => piles.every(({ id }) => (done.get(id) ?? 0) >= (before.get(id) ?? 0) + by)
      const counted = vi.waitFor(() => expect(enough()).toBe(true), { timeout: 60_000, interval: 20 })
      // One that ends by itself says why.
      await Promise.race([counted, Promise.all(asking)])
    }
    await more(3)
    await nats.kill()
    await more(2)
    await nats.start()
    await more(3)
    stopped = true
    await Promise.all(asking)
    expect(answered).toEqual(done)
    const commands = await pair.database.db.selectFrom('command').select('status').execute()
    expect(new Set(commands.map(({ status }) => status))).toEqual(new Set(['done']))
    expect(commands).toHaveLength([...done.values()].reduce((sum, count) => sum + count, 0))
    expect(await pair.database.db.selectFrom('command_handover').selectAll().execute()).toEqual([])
    for (const { pile } of piles) await pile.close()
  })

  test('that is gone for long leaves consoles to read anew', async () => {
    const [here] = pair.nodes as [TestServer]
    const text = async () => await (await fetch(`${here.url}/metrics`)).text()
    const gaps = async () => Number(/^chargedeck_bus_gaps(?:_total)? (\d+)/m.exec(await text())?.[1])
    await nats.kill()
    const before = await gaps()
    await vi.waitFor(async () => expect(await gaps()).toBeGreaterThan(before), { timeout: 25_000, interval: 1_000 })
    await nats.start()
  })
})
