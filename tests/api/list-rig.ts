import { afterAll, afterEach, beforeAll } from 'vitest'
import { connectPile, type ScriptedPile } from '../../src/fleet/scripted.ts'
import { blockCard, cardHistory } from '../../src/shared/endpoints/cards.ts'
import { callPile } from '../../src/shared/endpoints/piles.ts'
import { makePile } from '../make.ts'
import { startServer, type TestServer } from '../setup/server.ts'

export type Entry = { idTag: string; idTagInfo?: { status: string } }

/** A pile with a list as the standard has it: what it holds, by idTag, and its version. */
export class Lister {
  readonly entries = new Map<string, string>()
  version = 0
  answer: string | null = null
  readonly #sockets: ScriptedPile[]

  constructor(
    readonly id: number,
    readonly station: string,
    sockets: ScriptedPile[],
  ) {
    this.#sockets = sockets
  }

  async connect(at: TestServer): Promise<ScriptedPile> {
    const socket = await connectPile({ url: `${at.url.replace('http', 'ws')}/ocpp`, station: this.station })
    this.#sockets.push(socket)
    socket.onCall('GetLocalListVersion', () => ({ listVersion: this.version }))
    socket.onCall('SendLocalList', (call) => ({ status: this.answer ?? this.take(call) }))
    return socket
  }

  take({ listVersion, updateType, localAuthorizationList = [] }: Record<string, unknown>): string {
    if (updateType === 'Full') this.entries.clear()
    else if ((listVersion as number) <= this.version) return 'VersionMismatch'
    for (const { idTag, idTagInfo } of localAuthorizationList as Entry[])
      if (idTagInfo) this.entries.set(idTag, idTagInfo.status)
      else this.entries.delete(idTag)
    this.version = listVersion as number
    return 'Accepted'
  }
}

export const good = (idTag: string): Entry => ({ idTag, idTagInfo: { status: 'Accepted' } })

/** A server with piles that hold local lists; its sockets are dropped after each test. */
export class ListRig {
  server!: TestServer
  readonly sockets: ScriptedPile[] = []

  constructor() {
    beforeAll(async () => {
      this.server = await startServer()
    })
    afterAll(() => this.server.stop())
    afterEach(() => {
      for (const socket of this.sockets.splice(0)) socket.drop()
    })
  }

  async lister(): Promise<Lister> {
    const { id, station_number } = await makePile(this.server.db)
    return new Lister(id, station_number, this.sockets)
  }

  readonly send = (pile: Lister, updateType: 'Full' | 'Differential', list: Entry[], listVersion = pile.version + 1) =>
    this.server.call(callPile, {
      station_number: pile.station,
      action: 'SendLocalList',
      payload: { listVersion, updateType, localAuthorizationList: list },
    })

  readonly places = async (id: number, at: TestServer = this.server) =>
    (await at.call(cardHistory, { id })).data.places.map(({ pile_id, by, state }) => ({ pile_id, by, state }))

  readonly block = (id: number) => this.server.call(blockCard, { id, reason: 'lost' })

  readonly alarms = (pile_id: number) =>
    this.server.db
      .selectFrom('alarm')
      .select(['code', 'cleared_at'])
      .where('pile_id', '=', pile_id)
      .orderBy('id')
      .execute()
}
