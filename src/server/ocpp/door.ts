import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { PileSocket } from './connection.ts'
import type { FlagName } from './flags.ts'
import { chooseProtocol, judge, type Knock, type RejectionReason, readKnock } from './handshake.ts'
import type { Counters } from './house.ts'
import type { Rejections } from './rejections.ts'
import type { Station, Stations } from './stations.ts'

export interface DoorNeeds {
  stations: Stations
  rejections: Rejections
  auth: 'required' | 'optional'
  log: { error(facts: object, message: string): void }
  /** A pile is let in; its first frames may follow at once. */
  enter(socket: PileSocket, station: Station, flags: [flag: FlagName, detail: string][]): void
  counters: Pick<Counters, 'rejected'>
}

const LARGEST_FRAME = 65_536

/** OCPP-J 1.6, 3.2: an identity that is not known is answered with 404; 6.2 leaves the others to HTTP. */
const statusOf: Record<Exclude<RejectionReason, 'unsupported_protocol'>, number> = {
  unknown_station: 404,
  no_password: 401,
  wrong_password: 401,
  disabled: 403,
}

/** Lets piles in, or refuses them and remembers it. */
export class Door {
  readonly #needs: DoorNeeds
  // One compressed frame could unpack to anything, and a compressor costs more memory than all the rest of an idle pile.
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LARGEST_FRAME,
    WebSocket: PileSocket,
    handleProtocols: (offered) => chooseProtocol(offered) ?? false,
  })

  constructor(needs: DoorNeeds) {
    this.#needs = needs
  }

  async knock(request: IncomingMessage, socket: Duplex, head: Buffer, station_number: string): Promise<void> {
    const giveUp = () => socket.destroy()
    socket.on('error', giveUp)
    try {
      const knock = readKnock(request, station_number)
      const station = await this.#needs.stations.find(station_number)
      socket.off('error', giveUp)
      if (!socket.destroyed) this.#decide(knock, station, { request, socket, head })
    } catch (error) {
      this.#needs.log.error({ err: error, station: station_number }, 'a pile could not be looked up')
      refuse(socket, 503)
    }
  }

  #decide(knock: Knock, station: Station | undefined, upgrade: Upgrade): void {
    const verdict = judge(knock, station, this.#needs.auth)
    if (verdict.admitted && station) {
      this.#complete(upgrade, (socket) => this.#needs.enter(socket, station, verdict.flags))
      return
    }
    if (verdict.admitted) return
    this.#needs.counters.rejected++
    this.#needs.rejections.add(knock, verdict.reason, Date.now())
    // The standard wants the handshake completed without a subprotocol, then an immediate close (OCPP-J 1.6, 3.2).
    if (verdict.reason === 'unsupported_protocol') this.#complete(upgrade, leave)
    else refuse(upgrade.socket, statusOf[verdict.reason])
  }

  #complete({ request, socket, head }: Upgrade, then: (socket: PileSocket) => void): void {
    this.#server.handleUpgrade(request, socket, head, (opened) => then(opened as PileSocket))
  }
}

interface Upgrade {
  request: IncomingMessage
  socket: Duplex
  head: Buffer
}

function leave(socket: PileSocket): void {
  socket.on('error', () => socket.terminate())
  socket.close(1002, 'no supported subprotocol')
}

/** Answers an upgrade with a plain HTTP status and hangs up. */
export function refuse(socket: Duplex, status: number): void {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Length: 0']
  if (status === 401) lines.push('WWW-Authenticate: Basic realm="OCPP"')
  socket.on('error', () => socket.destroy())
  socket.end(`${lines.join('\r\n')}\r\n\r\n`)
}
