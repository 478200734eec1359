import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

type Payload = Record<string, unknown>

export interface Said {
  station: string
  action: string
  payload: Payload
}

/** The smallest central system that a virtual pile can be held against: it notes every call and answers as told. */
export class Central {
  readonly said: Said[] = []
  /** An answer by action: nothing leaves the call unanswered, a throw answers it with an error. */
  readonly answers: Record<string, (payload: Payload) => Payload | undefined> = {
    BootNotification: () => ({ status: 'Accepted', currentTime: new Date().toISOString(), interval: 600 }),
    Heartbeat: () => ({ currentTime: new Date().toISOString() }),
    Authorize: () => ({ idTagInfo: { status: 'Accepted' } }),
    StartTransaction: () => ({ transactionId: ++this.transactions, idTagInfo: { status: 'Accepted' } }),
    StopTransaction: () => ({}),
  }
  transactions = 0
  connections = 0
  /** Authorization headers of the upgrades, in their order. */
  readonly credentials: (string | undefined)[] = []
  /** What the piles spoke, in the order of their connections. */
  readonly protocols: string[] = []
  #server: WebSocketServer
  #sockets = new Map<string, WebSocket>()
  #waiting = new Map<string, (answer: unknown) => void>()

  constructor(server: WebSocketServer) {
    this.#server = server
    server.on('connection', (socket, request) => this.#connected(socket, request))
  }

  get url() {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}/ocpp`
  }

  /** Calls of a station so far as `Action` or `StatusNotification:connector:status`. */
  story(station: string): string[] {
    return this.said.filter((call) => call.station === station).map(told)
  }

  all(action: string): Payload[] {
    return this.said.filter((call) => call.action === action).map(({ payload }) => payload)
  }

  /** Calls the pile and resolves to its answer: the payload, or [code, description] of an error. */
  call(station: string, action: string, payload: Payload): Promise<Payload> {
    const id = `central-${Math.random()}`
    this.#sockets.get(station)?.send(JSON.stringify([2, id, action, payload]))
    return new Promise((resolve) => this.#waiting.set(id, resolve as (answer: unknown) => void))
  }

  cut(station: string) {
    this.#sockets.get(station)?.terminate()
  }

  async close() {
    for (const socket of this.#sockets.values()) socket.terminate()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #connected(socket: WebSocket, request: IncomingMessage) {
    const station = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    this.connections++
    this.protocols.push(socket.protocol)
    this.credentials.push(request.headers.authorization)
    this.#sockets.set(station, socket)
    socket.on('message', (data) => {
      const [type, id, ...rest] = JSON.parse(String(data))
      if (type === 2) return this.#answer(socket, { station, action: rest[0], payload: rest[1] }, id)
      this.#waiting.get(id)?.(type === 3 ? rest[0] : rest)
    })
  }

  #answer(socket: WebSocket, call: Said, id: string) {
    this.said.push(call)
    const answer = this.answers[call.action]
    try {
      const payload = answer ? answer(call.payload) : {}
      if (payload) socket.send(JSON.stringify([3, id, payload]))
    } catch (error) {
      socket.send(JSON.stringify([4, id, 'InternalError', String(error), {}]))
    }
  }
}

function told({ action, payload }: Said): string {
  if (action === 'StatusNotification') return `${action}:${payload.connectorId}:${payload.status}`
  if (action === 'StopTransaction') return `${action}:${payload.reason}`
  return action
}

export async function startCentral(refuse?: (request: IncomingMessage) => number | undefined): Promise<Central> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: (offered) => [...offered][0] ?? false,
    verifyClient: ({ req }, answer) => {
      const status = refuse?.(req)
      answer(!status, status, status ? 'not you' : undefined)
    },
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return new Central(server)
}
